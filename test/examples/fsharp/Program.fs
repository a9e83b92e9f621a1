/// In place of the Program.fs of the bot: boards, messages and dictionaries, each held against what it should be.
module internal Program

open ScrabbleUtil

// The names and types of the F# Scrabble project, word for word.
let private played: uint32 * (coord * (uint32 * (char * int))) list * int -> ClientMessage = CMPlayed

let private playSuccess: (coord * (uint32 * (char * int))) list * int * (uint32 * uint32) list -> ClientMessage =
    CMPlaySuccess

let private playFailed: uint32 * (coord * (uint32 * (char * int))) list -> ClientMessage = CMPlayFailed
let private gameOver: (uint32 * int) list -> ClientMessage = CMGameOver
let private parseSimpleBoardProg: boardProg -> coord -> bool = ScrabbleLib.parseSimpleBoardProg
let private debugPrint: string -> unit = ScrabbleUtil.DebugPrint.debugPrint
let private forcePrint: string -> unit = ScrabbleUtil.DebugPrint.forcePrint

let private startGame:
    boardProg
        -> (bool -> ScrabbleUtil.Dictionary.Dict)
        -> uint32
        -> uint32
        -> uint32
        -> (uint32 * uint32) list
        -> Map<uint32, tile>
        -> uint32 option
        -> Stream
        -> (unit -> unit) =
    Scrabble.startGame

let private di = [ (0, 0), (4u, ('D', 2)); (-1, 0), (0u, ('I', 0)) ]

let private responses =
    [ RCM(CMPassed 4u)
      RCM(played (1u, di, 6))
      RCM(playSuccess (di, 6, [ 1u, 2u; 9u, 1u ]))
      RCM(playSuccess (di, 6, []))
      RCM(playFailed (2u, di))
      RCM(CMPassed 2u)
      RCM(CMForfeit 2u)
      RCM(CMChange(2u, 7u))
      RCM(CMChangeSuccess [ 5u, 2u ])
      RCM(CMTimeout 1u)
      RGPE
          [ GPEOccupiedTile(('D', 2), (0, -1), ('A', 1))
            GPEWordNotOnRowOrColumn [ (0, 0); (1, 1); (2, -3) ]
            GPEEmptyMove
            GPEInvalidPieceInst(4u, ('E', 2))
            GPEPieceDoesNotExist 99u
            GPEEmptyTile(9, 9)
            GPEPlayerDoesNotHavePiece(1u, 4u)
            GPEWordNotConnected
            GPEWordOutsideBoard
            GPEWordNotInDictionary "XQ"
            GPEFirstWordNotOverCenter(0, 0)
            GPEFirstWordTooShort
            GPENotEnoughPieces(7u, 3u)
            GPEWordNotAdjacent ]
      RGPE [ GPEEmptyMove ]
      RCM(gameOver [ 1u, 334; 2u, -8 ]) ]

let private showBoard (board: boardProg) =
    let kindAt = ScrabbleLib.parseBoardKinds board
    let isThere = parseSimpleBoardProg board

    for y in -12 .. 12 do
        [ for x in -12 .. 12 do
              match kindAt (x, y), isThere (x, y) with
              | Some kind, true -> string kind
              | None, false -> "#"
              | _ -> "?" ]
        |> String.concat ""
        |> sprintf "%s\n"
        |> Host.write

/// A trie, and a GADDAG if words are inserted so, as a student writes it.
type private Trie = Node of bool * Map<char, Trie>

let private empty () = Node(false, Map.empty)

let rec private insertLetters letters (Node(isWord, next)) =
    match letters with
    | [] -> Node(true, next)
    | c :: rest ->
        let child = Map.tryFind c next |> Option.defaultWith empty
        Node(isWord, Map.add c (insertLetters rest child) next)

let private insert (word: string) = insertLetters (List.ofSeq word)

let private insertTurned (word: string) trie =
    let letters = List.ofSeq word

    [ 1 .. letters.Length ]
    |> List.fold (fun trie at -> insertLetters (List.rev (List.take at letters) @ '#' :: List.skip at letters) trie) trie

let private step c (Node(_, next)) =
    Map.tryFind c next |> Option.map (fun (Node(isWord, _) as child) -> isWord, child)

let private words = [| "A"; "AT"; "CAT"; "CATS"; "HELLO"; "TAC" |]
let private others = [ ""; "C"; "CA"; "CATSA"; "HELL"; "ELLO"; "S"; "#"; "C#" ]

let private noApi: unit Dictionary.dictAPI option = None

let private dictionaries =
    [ "trie", Dictionary.mkDict words noApi false
      "gaddag", Dictionary.mkDict words noApi true
      "own trie", Dictionary.mkDict words (Some(empty, insert, step, None)) false
      "own gaddag", Dictionary.mkDict words (Some(empty, insertTurned, step, Some(step '#'))) true
      "own gaddag as a trie", Dictionary.mkDict words (Some(empty, insertTurned, step, Some(step '#'))) false ]

let private walk dict letters =
    let go at c =
        at
        |> Option.bind (fun (_, dict) -> if c = '<' then Dictionary.reverse dict else Dictionary.step c dict)

    match Seq.fold go (Some(false, dict)) letters with
    | Some(true, _) -> "word"
    | Some(false, _) -> "more"
    | None -> "none"

let private showDictionary (name, dict) =
    let wrong = Dictionary.test words 10 dict @ List.filter (fun word -> Dictionary.lookup word dict) others
    let walks = [ "CAT"; "TAC<"; "TAC<S"; "EH<LLO"; "EH<LL"; "LE<"; "OLLEH<"; "A<T" ] |> List.map (walk dict)
    Host.write (sprintf "%s: %b %A %s\n" name (Dictionary.isGaddag dict) wrong (String.concat " " walks))

[<EntryPoint>]
let main _ =
    let rec boards () =
        let game = readSetUp ()

        if game.board.prog <> "" then
            showBoard game.board
            boards ()

    boards ()
    let game = readSetUp ()

    Host.write (
        sprintf "%d of %d, %d begins, %A\n" game.playerNumber game.numberOfPlayers game.startingPlayer game.timeout
    )

    // A bot may ask whether it has the turn, or count by itself: then `send` waits, and no message is lost.
    Host.write (sprintf "turn: %b, %A\n" (isYourTurn cstream) (turnTime ()))
    send cstream SMPass
    send cstream (SMPlay di)
    Host.write (sprintf "turn: %b\n" (isYourTurn cstream))

    for expected in responses do
        let got = recv cstream
        if got <> expected then Host.write (sprintf "expected %A; got %A\n" expected got)

    send cstream SMForfeit // nothing after the host has exited
    debugPrint "not shown\n"
    forcePrint "forced\n"
    ScrabbleUtil.DebugPrint.toggleDebugPrint true
    debugPrint "shown\n"
    ScrabbleUtil.DebugPrint.toggleDebugPrint false

    List.iter showDictionary dictionaries

    let trie = Dictionary.mkDict words (Some(empty, insert, step, None))

    try
        trie true |> ignore
    with error ->
        Host.write (error.Message + "\n")

    let dictionary = Dictionary.mkDict words noApi
    let play = startGame game.board dictionary 1u 1u 1u game.hand game.tiles game.timeout cstream
    play () // it ends with its input
    0
