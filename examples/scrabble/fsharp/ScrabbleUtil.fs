/// The types and the messages of the F# Scrabble project, over the lines of wordhost.
[<AutoOpen>]
module internal ScrabbleUtil.ServerCommunication

open System

type coord = int * int
type tile = Set<char * int>

/// Where, which tile, and what it stands for.
type placements = (coord * (uint32 * (char * int))) list

type boardProg =
    { prog: string
      squares: Map<int, Map<int, string>>
      usedSquare: int
      center: coord
      isInfinite: bool
      ppSquare: string // for drawing there; empty here
      layout: Map<coord, int> // only here: the kind of each square of a finite board
      letterTimes: Map<int, int> // only here: what a kind of square multiplies the letter by
      wordTimes: Map<int, int> } // only here: and the word

/// What Program.fs hands to startGame.
type setUp =
    { board: boardProg
      corner: coord // where the next row of the layout begins
      dictionary: string option // its file
      numberOfPlayers: uint32
      playerNumber: uint32
      startingPlayer: uint32
      timeout: uint32 option // in milliseconds
      hand: (uint32 * uint32) list // tile and number of them
      tiles: Map<uint32, tile> }

type ServerMessage =
    | SMPlay of placements
    | SMPass
    | SMForfeit
    | SMChange of uint32 list

type ClientMessage =
    | CMPlayed of uint32 * placements * int
    | CMPlaySuccess of placements * int * (uint32 * uint32) list
    | CMPlayFailed of uint32 * placements
    | CMPassed of uint32
    | CMForfeit of uint32
    | CMChange of uint32 * uint32
    | CMChangeSuccess of (uint32 * uint32) list
    | CMTimeout of uint32
    | CMGameOver of (uint32 * int) list

type GameplayError =
    | GPEOccupiedTile of (char * int) * coord * (char * int)
    | GPEWordNotOnRowOrColumn of coord list
    | GPEEmptyMove
    | GPEInvalidPieceInst of uint32 * (char * int)
    | GPEPieceDoesNotExist of uint32
    | GPEEmptyTile of coord
    | GPEPlayerDoesNotHavePiece of uint32 * uint32
    | GPEWordNotConnected
    | GPEWordOutsideBoard
    | GPEWordNotInDictionary of string
    | GPEFirstWordNotOverCenter of coord
    | GPEFirstWordTooShort
    | GPENotEnoughPieces of uint32 * uint32
    | GPEWordNotAdjacent

type Response =
    | RCM of ClientMessage
    /// Your move failed: all that is wrong with it.
    | RGPE of GameplayError list

/// There it carries the messages. Here they go over the standard streams, and it carries nothing.
type Stream = IO.Stream

let cstream: Stream = Unchecked.defaultof<Stream>

let private words (line: string) =
    line.Split(' ') |> Array.filter (fun word -> word <> "") |> List.ofArray

/// A tile and how many of it: IDxN.
let private readPieces =
    List.map (fun (text: string) ->
        let x = text.IndexOf 'x'
        uint32 (text.Substring(0, x)), uint32 (text.Substring(x + 1)))

/// A letter and its points.
let private readFace (text: string) = text[0], int (text.Substring 1)

/// X Y IDcPOINTS, three words each, and what follows them.
let rec private readPlacements words : placements * string list =
    match words with
    | x :: y :: (piece: string) :: rest when x <> "new" ->
        let digits = piece |> Seq.takeWhile Char.IsDigit |> Seq.length
        let tile = uint32 (piece.Substring(0, digits)), readFace (piece.Substring digits)
        let others, rest = readPlacements rest
        ((int x, int y), tile) :: others, rest
    | rest -> [], rest

let private nothing =
    { board =
        { prog = ""
          squares = Map.empty
          usedSquare = 0
          center = (0, 0)
          isInfinite = false
          ppSquare = ""
          layout = Map.empty
          letterTimes = Map.empty
          wordTimes = Map.empty }
      corner = (0, 0)
      dictionary = None
      numberOfPlayers = 1u
      playerNumber = 1u
      startingPlayer = 1u
      timeout = None
      hand = []
      tiles = Map.empty }

/// Base 36, or none.
let private kindOf (cell: char) =
    match "0123456789abcdefghijklmnopqrstuvwxyz".IndexOf cell with
    | -1 -> None
    | kind -> Some kind

let private readRow (row: string) ({ corner = (x, y) } as told) =
    let add layout (index, cell) =
        match kindOf cell with
        | Some kind -> Map.add (x + index, y) kind layout
        | None -> layout

    { told with
        board = { told.board with layout = Seq.fold add told.board.layout (Seq.indexed row) }
        corner = (x, y + 1) }

let private times kind factor premiums =
    let before = Map.tryFind kind premiums |> Option.defaultValue 1
    Map.add kind (before * int factor) premiums

let private withSquare kind rest (board: boardProg) =
    let functions = Map.tryFind kind board.squares |> Option.defaultValue Map.empty

    let functions =
        match rest with
        | priority :: program -> Map.add (int priority) (String.concat " " program) functions
        | [] -> functions

    { board with squares = Map.add kind functions board.squares }

let private learn (told: setUp) (line: string) =
    let board = told.board

    match words line with
    | [ "players"; players ] -> { told with numberOfPlayers = uint32 players }
    | [ "player"; player ] -> { told with playerNumber = uint32 player }
    | [ "first"; player ] -> { told with startingPlayer = uint32 player }
    | [ "timeout"; milliseconds ] when milliseconds <> "none" -> { told with timeout = Some(uint32 milliseconds) }
    | [ "dictionary"; "none" ] -> { told with dictionary = None }
    | "dictionary" :: _ -> { told with dictionary = Some(line.Substring "dictionary ".Length) }
    | [ "center"; x; y ] -> { told with board = { board with center = (int x, int y) } }
    | "board" :: prog -> { told with board = { board with prog = String.concat " " prog } }
    | "square" :: kind :: rest -> { told with board = withSquare (int kind) rest board }
    | [ "used"; kind ] -> { told with board = { board with usedSquare = int kind } }
    | [ "infinite"; flag ] -> { told with board = { board with isInfinite = (flag = "1") } }
    | [ "premium"; kind; "letter"; factor ] ->
        { told with board = { board with letterTimes = times (int kind) factor board.letterTimes } }
    | [ "premium"; kind; "word"; factor ] ->
        { told with board = { board with wordTimes = times (int kind) factor board.wordTimes } }
    | [ "layout"; x; y; _; _ ] -> { told with corner = (int x, int y) }
    | [ "row"; row ] -> readRow row told
    | [ "tile"; tile; faces ] ->
        let stands = faces.Split(',') |> Array.map readFace |> Set.ofArray
        { told with tiles = Map.add (uint32 tile) stands told.tiles }
    | "hand" :: pieces -> { told with hand = readPieces pieces }
    | _ -> told

/// All that the host says before it waits for `ready`.
let readSetUp () =
    let rec go told =
        match Host.readUntil '\n' with
        | None
        | Some "end" -> told
        | Some line -> go (learn told line)

    go nothing

let private writePlacement ((x, y), (tile, (c: char, points))) = sprintf " %d %d %d%c%d" x y tile c points

let rec private readCoords words : coord list =
    match words with
    | x :: y :: rest -> (int x, int y) :: readCoords rest
    | _ -> []

let rec private readScores words =
    match words with
    | player :: points :: rest -> (uint32 player, int points) :: readScores rest
    | _ -> []

let private readError words =
    match words with
    | [ "occupiedtile"; face; x; y; other ] -> Some(GPEOccupiedTile(readFace face, (int x, int y), readFace other))
    | "wordnotonroworcolumn" :: coords -> Some(GPEWordNotOnRowOrColumn(readCoords coords))
    | [ "emptymove" ] -> Some GPEEmptyMove
    | [ "invalidpieceinst"; tile; face ] -> Some(GPEInvalidPieceInst(uint32 tile, readFace face))
    | [ "piecedoesnotexist"; tile ] -> Some(GPEPieceDoesNotExist(uint32 tile))
    | [ "emptytile"; x; y ] -> Some(GPEEmptyTile(int x, int y))
    | [ "playerdoesnothavepiece"; player; tile ] -> Some(GPEPlayerDoesNotHavePiece(uint32 player, uint32 tile))
    | [ "wordnotconnected" ] -> Some GPEWordNotConnected
    | [ "wordoutsideboard" ] -> Some GPEWordOutsideBoard
    | [ "wordnotindictionary"; word ] -> Some(GPEWordNotInDictionary word)
    | [ "firstwordnotovercenter"; x; y ] -> Some(GPEFirstWordNotOverCenter(int x, int y))
    | [ "firstwordtooshort" ] -> Some GPEFirstWordTooShort
    | [ "notenoughpieces"; change; available ] -> Some(GPENotEnoughPieces(uint32 change, uint32 available))
    | [ "wordnotadjacent" ] -> Some GPEWordNotAdjacent
    | _ -> None // of a later version

let rec private readErrors found =
    match Host.readUntil '\n' with
    | Some line when line.StartsWith "error " -> readErrors (readError (List.tail (words line)) :: found)
    | _ -> List.rev found |> List.choose id // `failed`

/// A line of the host: a message, your turn, or one of a later version.
type private Line =
    | Message of Response
    | Turn of int option * string
    | Unknown

let private readLine () =
    match Host.readUntil '\n' with
    | None -> Message(RCM(CMGameOver []))
    | Some line ->
        match words line with
        | [ "turn"; "none"; turn ] -> Turn(None, turn)
        | [ "turn"; milliseconds; turn ] -> Turn(Some(int milliseconds), turn)
        | "playsuccess" :: points :: rest ->
            let placements, rest = readPlacements rest
            Message(RCM(CMPlaySuccess(placements, int points, readPieces (List.tail rest))))
        | "played" :: player :: points :: rest ->
            Message(RCM(CMPlayed(uint32 player, fst (readPlacements rest), int points)))
        | "playfailed" :: player :: rest -> Message(RCM(CMPlayFailed(uint32 player, fst (readPlacements rest))))
        | [ "passed"; player ] -> Message(RCM(CMPassed(uint32 player)))
        | [ "forfeited"; player ] -> Message(RCM(CMForfeit(uint32 player)))
        | [ "changed"; player; count ] -> Message(RCM(CMChange(uint32 player, uint32 count)))
        | "changesuccess" :: pieces -> Message(RCM(CMChangeSuccess(readPieces pieces)))
        | [ "timeout"; player ] -> Message(RCM(CMTimeout(uint32 player)))
        | "error" :: error -> Message(RGPE(List.choose id [ readError error ] @ readErrors []))
        | "gameover" :: scores -> Message(RCM(CMGameOver(readScores scores)))
        | _ -> Unknown

/// The turn that you have and did not answer: its time in milliseconds, if that is limited, and its number.
let mutable private yourTurn: (int option * string) option = None

/// Messages that came while a turn was waited for.
let mutable private waiting: Response list = []

/// Reads until there is a message or a turn.
let rec private readOn () =
    match readLine () with
    | Message message -> waiting <- waiting @ [ message ]
    | Turn(milliseconds, turn) -> yourTurn <- Some(milliseconds, turn)
    | Unknown -> readOn ()

/// Waits until you have the turn or a message: the host says whose turn it is, so a bot need not count.
let isYourTurn (_cstream: Stream) =
    if List.isEmpty waiting && yourTurn.IsNone then readOn ()
    List.isEmpty waiting && yourTurn.IsSome

/// The milliseconds of your turn, if they are limited.
let turnTime () = Option.bind fst yourTurn

/// The next message.
let rec recv (cstream: Stream) : Response =
    match waiting with
    | message :: others ->
        waiting <- others
        message
    | [] ->
        readOn ()
        recv cstream

/// Waits for your turn, which the answer names: an answer that comes too late is dropped and does no harm.
let rec send (cstream: Stream) (message: ServerMessage) =
    match yourTurn with
    | Some(_, turn) ->
        let text =
            match message with
            | SMPlay placements -> "play" + String.concat "" (List.map writePlacement placements)
            | SMPass -> "pass"
            | SMForfeit -> "forfeit"
            | SMChange tiles -> String.concat " " ("change" :: List.map string tiles)

        yourTurn <- None
        Host.write (sprintf "@%s %s\n" turn text)
    | None when List.contains (RCM(CMGameOver [])) waiting -> () // the host has exited
    | None ->
        readOn ()
        send cstream message
