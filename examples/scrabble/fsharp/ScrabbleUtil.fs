/// The types and the messages of the F# Scrabble project, over the lines of wordhost.
module internal ScrabbleUtil

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
      ppSquare: string } // for drawing there; empty here

/// What startGame is given there; and of boards that have a layout, where their squares are and what these multiply.
type setUp =
    { board: boardProg
      layout: Map<coord, int> // the kind of each square
      corner: coord // where the next row of the layout begins
      letterTimes: Map<int, int> // by the kind of the square
      wordTimes: Map<int, int>
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
    /// It is your turn: for so many milliseconds, if they are limited; and which of your turns it is.
    | RTurn of int option * string

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
          ppSquare = "" }
      layout = Map.empty
      corner = (0, 0)
      letterTimes = Map.empty
      wordTimes = Map.empty
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
        layout = Seq.fold add told.layout (Seq.indexed row)
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
    | [ "premium"; kind; "letter"; factor ] -> { told with letterTimes = times (int kind) factor told.letterTimes }
    | [ "premium"; kind; "word"; factor ] -> { told with wordTimes = times (int kind) factor told.wordTimes }
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

/// The int says which turn is answered: should the answer come too late, it is dropped and does no harm.
let send (turn: string) (message: ServerMessage) =
    let text =
        match message with
        | SMPlay placements -> "play" + String.concat "" (List.map writePlacement placements)
        | SMPass -> "pass"
        | SMForfeit -> "forfeit"
        | SMChange tiles -> String.concat " " ("change" :: List.map string tiles)

    Host.write (sprintf "@%s %s\n" turn text)

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

/// The next message. What it does not know is left out.
let rec recv () : Response =
    match Host.readUntil '\n' with
    | None -> RCM(CMGameOver [])
    | Some line ->
        match words line with
        | [ "turn"; "none"; turn ] -> RTurn(None, turn)
        | [ "turn"; milliseconds; turn ] -> RTurn(Some(int milliseconds), turn)
        | "playsuccess" :: points :: rest ->
            let placements, rest = readPlacements rest
            RCM(CMPlaySuccess(placements, int points, readPieces (List.tail rest)))
        | "played" :: player :: points :: rest ->
            RCM(CMPlayed(uint32 player, fst (readPlacements rest), int points))
        | "playfailed" :: player :: rest -> RCM(CMPlayFailed(uint32 player, fst (readPlacements rest)))
        | [ "passed"; player ] -> RCM(CMPassed(uint32 player))
        | [ "forfeited"; player ] -> RCM(CMForfeit(uint32 player))
        | [ "changed"; player; count ] -> RCM(CMChange(uint32 player, uint32 count))
        | "changesuccess" :: pieces -> RCM(CMChangeSuccess(readPieces pieces))
        | [ "timeout"; player ] -> RCM(CMTimeout(uint32 player))
        | "error" :: error -> RGPE(List.choose id [ readError error ] @ readErrors [])
        | "gameover" :: scores -> RCM(CMGameOver(readScores scores))
        | _ -> recv ()
