/// A small Scrabble bot in F#, in the style of the F# Scrabble project: messages, state and dictionary have the names
/// that they have there. Fable and Node, or the .NET SDK.
///
///     npm install
///     npm run build
///     wordhost scrabble "node js/Program.js" "node js/Program.js"
///
/// or, with the SDK:
///
///     dotnet build -o bin
///     wordhost scrabble "dotnet bin/player.dll" "dotnet bin/player.dll"
///
/// How it plays, and what to change first, stands in Scrabble.fs.
module internal Program

open ScrabbleUtil

[<EntryPoint>]
let main _ =
    DebugPrint.toggleDebugPrint false // true: debugPrint prints, on standard error
    let game = readSetUp ()
    let words = game.dictionary |> Option.map Host.readLines |> Option.defaultValue [||]

    // Or your own: Some(Trie.empty, Trie.insert, Trie.step, None), and for a GADDAG Some Trie.reverse in place of None.
    let dictAPI: unit Dictionary.dictAPI option = None
    let dictionary = Dictionary.mkDict words dictAPI

    // Or that of your own bot: YourClientName.Scrabble.startGame.
    let play =
        Scrabble.startGame
            game.board
            dictionary
            game.numberOfPlayers
            game.playerNumber
            game.startingPlayer
            game.hand
            game.tiles
            game.timeout
            cstream

    Host.write "ready\n"
    play ()
    0
