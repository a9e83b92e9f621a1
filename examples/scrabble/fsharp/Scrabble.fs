/// How it plays: it begins wherever a word could reach a free square beside a tile, and lays tile after tile, or goes
/// on over those that lie there, as long as the dictionary has words that begin so. Of all the plays that it finds in
/// time it makes the one with the most points, without those of the words across. Without a word list it passes. On a
/// board without `layout`, such as one without an end, ScrabbleLib runs the program of the board.
///
/// What to change first: it counts by the `premium` lines alone. With your own parser it can run `board.squares`, too;
/// and `dictf true` in startGame is a GADDAG to walk, with `Dictionary.reverse`.
module internal Scrabble

open System
open ScrabbleUtil
open ScrabbleUtil.DebugPrint

let private thinkingMs = 1000 // ten times as long while nothing is found; or a quarter of the turn, if that is less

module State =
    type state =
        { board: boardProg
          dict: Dictionary.Dict
          playerNumber: uint32
          pieces: Map<uint32, tile>
          kindAt: coord -> int option // which square the program of the board puts there
          letters: Map<coord, char * int> // what lies on the board
          holes: Set<coord> // where a play has failed since there is no square
          hand: Map<uint32, uint32> } // tile to number of them

    let give tile count hand =
        Map.add tile (count + (Map.tryFind tile hand |> Option.defaultValue 0u)) hand

    let take tile hand =
        match Map.find tile hand with
        | 1u -> Map.remove tile hand
        | count -> Map.add tile (count - 1u) hand

    let draw pieces (st: state) =
        { st with hand = List.fold (fun hand (tile, count) -> give tile count hand) st.hand pieces }

    let lay (placements: placements) (st: state) =
        { st with letters = List.fold (fun letters (at, (_, face)) -> Map.add at face letters) st.letters placements }

    let mkState (board: boardProg) dict playerNumber hand pieces =
        let layoutAt at = Map.tryFind at board.layout

        { board = board
          dict = dict
          playerNumber = playerNumber
          pieces = pieces
          kindAt = if Map.isEmpty board.layout then ScrabbleLib.parseBoardKinds board else layoutAt
          letters = Map.empty
          holes = Set.empty
          hand = Map.empty }
        |> draw hand

    let isSquare st at =
        (st.kindAt at).IsSome && not (Set.contains at st.holes)

    let premium st times at =
        st.kindAt at
        |> Option.bind (fun kind -> Map.tryFind kind times)
        |> Option.defaultValue 1

open State

let private plus (x, y) (dx, dy) times = x + dx * times, y + dy * times
let private other (dx, dy) : coord = dy, dx
let private directions = [ (1, 0); (0, 1) ]

/// The free squares that a play must cover one of.
let private anchors st =
    if Map.isEmpty st.letters then
        Set.singleton st.board.center
    else
        let beside at = [ for step in directions do for times in [ -1; 1 ] -> plus at step times ]

        st.letters
        |> Seq.collect (fun laid -> beside laid.Key)
        |> Seq.filter (fun at -> isSquare st at && not (Map.containsKey at st.letters))
        |> Set.ofSeq

/// The letters that lie one after the other from a cell on.
let rec private run st at step times =
    match Map.tryFind at st.letters with
    | Some(c, _) when times < 0 -> run st (plus at step times) step times + string c
    | Some(c, _) -> string c + run st (plus at step times) step times
    | None -> ""

/// Whether the letter makes a word across, or none.
let private isFine st at step (c: char) =
    let before = run st (plus at step -1) step -1
    let after = run st (plus at step 1) step 1
    before + after = "" || Dictionary.lookup (before + string c + after) st.dict

/// Where a word may begin that covers an anchor: with no more free cells before that than there are tiles to lay.
let private starts st anchors =
    let tiles = Seq.sumBy int st.hand.Values

    let rec back at step free =
        let before = plus at step -1

        if Map.containsKey before st.letters then back before step free
        elif free > 1 && isSquare st before then (at, step) :: back before step (free - 1)
        else [ (at, step) ]

    [ for anchor in Set.toList anchors do for step in directions do yield! back anchor step tiles ]
    |> List.distinct

/// A play as far as it has come.
type private partial =
    { at: coord // the next cell
      node: Dictionary.Dict
      held: Map<uint32, uint32>
      laid: placements
      length: int
      points: int
      times: int
      isBeside: bool }

let private bestPlay st (isLate: int -> bool) : placements =
    let anchors = anchors st

    let rec goOn step best play =
        if isLate (fst best) then
            best
        else
            match Map.tryFind play.at st.letters with
            | Some(c, points) ->
                add step best play c { play with points = play.points + points }
            | None when isSquare st play.at ->
                let faces = [ for held in play.held do for face in Map.find held.Key st.pieces -> held.Key, face ]
                List.fold (fun best (tile, (c, points)) -> lay step best play tile c points) best faces
            | None -> best

    and lay step best play tile c points =
        match Dictionary.step c play.node with
        | Some _ when isFine st play.at (other step) c ->
            add step best play c
                { play with
                    held = take tile play.held
                    laid = (play.at, (tile, (c, points))) :: play.laid
                    points = play.points + points * premium st st.board.letterTimes play.at
                    times = play.times * premium st st.board.wordTimes play.at
                    isBeside = play.isBeside || Set.contains play.at anchors }
        | _ -> best

    and add step best before c play =
        match Dictionary.step c before.node with
        | None -> best
        | Some(isWord, node) ->
            let next = { play with at = plus before.at step 1; node = node; length = before.length + 1 }
            let isWhole = isWord && next.isBeside && next.length > 1 && not (Map.containsKey next.at st.letters)
            // One more for each tile, so that tiles without points are laid as well.
            let worth = next.points * next.times + List.length next.laid
            goOn step (if isWhole && worth > fst best then worth, next.laid else best) next

    let empty =
        { at = (0, 0)
          node = st.dict
          held = st.hand
          laid = []
          length = 0
          points = 0
          times = 1
          isBeside = false }

    starts st anchors
    |> List.fold (fun best (at, step) -> goOn step best { empty with at = at }) (0, [])
    |> snd

let private move st =
    let within most =
        let milliseconds = turnTime () |> Option.fold (fun most limit -> min most (limit / 4)) most
        DateTime.UtcNow.AddMilliseconds(float milliseconds)

    let until, atLast = within thinkingMs, within (10 * thinkingMs)

    match bestPlay st (fun worth -> DateTime.UtcNow > (if worth > 0 then until else atLast)) with
    | [] -> SMPass
    | placements -> SMPlay placements

let playGame cstream (st: state) =
    let rec aux (st: state) =
        if isYourTurn cstream then
            let message = move st
            debugPrint (sprintf "Player %d -> Server:\n%A\n" st.playerNumber message)
            send cstream message

        let msg = recv cstream
        debugPrint (sprintf "Player %d <- Server:\n%A\n" st.playerNumber msg)

        match msg with
        | RCM(CMPlaySuccess(placements, _, newPieces)) ->
            let hand = List.fold (fun hand (_, (tile, _)) -> take tile hand) st.hand placements
            aux ({ st with hand = hand } |> lay placements |> draw newPieces)
        | RCM(CMPlayed(_, placements, _)) -> aux (lay placements st)
        | RCM(CMChangeSuccess newPieces) -> aux (draw newPieces st) // with SMChange: take what was given back first
        | RCM(CMGameOver _) -> ()
        // Nothing has changed, but for the turn.
        | RCM(CMPlayFailed _ | CMPassed _ | CMForfeit _ | CMChange _ | CMTimeout _) -> aux st
        | RGPE errors ->
            let missing = List.choose (function GPEEmptyTile at -> Some at | _ -> None) errors
            aux { st with holes = Set.union st.holes (Set.ofList missing) }

    aux st

/// With the arguments that the server of the project gives. What it returns plays the game.
let startGame
    (boardP: boardProg)
    (dictf: bool -> Dictionary.Dict)
    (_numPlayers: uint32)
    (playerNumber: uint32)
    (_playerTurn: uint32)
    (hand: (uint32 * uint32) list)
    (tiles: Map<uint32, tile>)
    (_timeout: uint32 option)
    (cstream: Stream)
    : unit -> unit =
    let dict = dictf false // true for a GADDAG
    let st = mkState boardP dict playerNumber hand tiles
    fun () -> playGame cstream st
