/// A small Scrabble bot in F#, in the style of the F# Scrabble project: messages, state and dictionary have the names
/// that they have there. Fable and Node, or the .NET SDK.
///
///     npm install
///     npx fable player.fsproj js
///     wordhost scrabble "node js/Program.js" "node js/Program.js"
///
/// or, with the SDK:
///
///     dotnet build -o bin
///     wordhost scrabble "dotnet bin/player.dll" "dotnet bin/player.dll"
///
/// How it plays, and what to change first, stands in Scrabble.fs.
module internal Program

[<EntryPoint>]
let main _ =
    let game = ScrabbleUtil.readSetUp ()
    let words = game.dictionary |> Option.map Host.readLines |> Option.defaultValue [||]
    let st = Scrabble.State.mkState game (Dictionary.ofList words)
    Host.write "ready\n"
    Scrabble.playGame st
    0
