/// A small Bananagrams bot in F#, in the plain dialect. Fable and Node, or the .NET SDK.
///
///     npm install
///     npm run build
///     wordhost "node js/Program.js" "node js/Program.js"
///
/// or, with the SDK:
///
///     dotnet build -o bin
///     wordhost "dotnet bin/player.dll" "dotnet bin/player.dll"
///
/// How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
/// stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
///
/// What to change first: `layWord` tries words by chance; a trie finds those that the tiles can make.
module internal Program

open System
open System.Collections.Generic

type coord = int * int

type state =
    { loose: Map<char, int> // letter to how many are not on the grid
      grid: Map<coord, char>
      pile: coord list list } // the cells of each word or letter that was laid

let private tries = 30
let private sample = 5000
let private hardLettersFirst = "QJXZVKWYFBHMPCGUDLNTSRIOAE"
let private chance = Random()

let private plus (x, y) (dx, dy) times = x + dx * times, y + dy * times
let private across = 1, 0
let private down = 0, 1

let private count (loose: Map<char, int>) = Seq.sum loose.Values
let private number letter loose = Map.tryFind letter loose |> Option.defaultValue 0
let private change letter by loose = Map.add letter (number letter loose + by) loose

/// Whether what lies in a row or column through a cell is a word, or this letter alone.
let private isFine isWord grid at step =
    let rec start at = if Map.containsKey (plus at step -1) grid then start (plus at step -1) else at

    let rec run at =
        match Map.tryFind at grid with
        | Some(letter: char) -> string letter + run (plus at step 1)
        | None -> ""

    let text: string = run (start at)
    text.Length = 1 || isWord text

/// With a word, or a letter, if its new letters are loose and it makes only words.
let private lay isWord (st: state) (word: string) first step =
    let add held (index, letter) =
        match held with
        | None -> None
        | Some(grid, loose, laid) ->
            let at = plus first step index

            match Map.tryFind at grid with
            | Some there -> if there = letter then held else None
            | None when number letter loose > 0 ->
                Some(Map.add at letter grid, change letter -1 loose, at :: laid)
            | None -> None

    match Seq.fold add (Some(st.grid, st.loose, [])) (Seq.indexed word) with
    | Some(grid, loose, (_ :: _ as laid)) when
        laid |> List.forall (fun at -> isFine isWord grid at across && isFine isWord grid at down)
        ->
        Some
            { loose = loose
              grid = grid
              pile = laid :: st.pile }
    | _ -> None

let private takeBack (st: state) =
    match st.pile with
    | [] -> st
    | laid :: pile ->
        { loose = laid |> List.fold (fun loose at -> change (Map.find at st.grid) 1 loose) st.loose
          grid = laid |> List.fold (fun grid at -> Map.remove at grid) st.grid
          pile = pile }

/// With a word across a tile that has one of its letters.
let private cross isWord (st: state) (word: string) =
    if Map.isEmpty st.grid then
        lay isWord st word (0, 0) across
    else
        Seq.allPairs (Map.toSeq st.grid) (Seq.indexed word)
        |> Seq.filter (fun ((_, there), (_, letter)) -> there = letter)
        |> Seq.collect (fun ((at, _), (index, _)) -> [ plus at across -index, across; plus at down -index, down ])
        |> Seq.tryPick (fun (at, step) -> lay isWord st word at step)

/// Whether all letters of a word are loose, but for one that may lie on the grid.
let private isPossible (st: state) (word: string) =
    let rec isHeld missing index =
        missing >= 0
        && (index = word.Length
            || isHeld (if number word[index] st.loose = 0 then missing - 1 else missing) (index + 1))

    word.Length > 1 && isHeld (if Map.isEmpty st.grid then 0 else 1) 0

let private layWord (words: string[]) isWord (st: state) =
    List.init sample (fun _ -> words[chance.Next words.Length])
    |> List.filter (isPossible st)
    |> List.sortBy (fun word -> -word.Length)
    |> List.tryPick (cross isWord st)

let private layLetter isWord (st: state) =
    let beside at = [ for step in [ across; down ] do for times in [ 1; -1 ] -> plus at step times ]

    let places =
        if Map.isEmpty st.grid then
            if count st.loose > 1 then [] else [ 0, 0 ] // one tile alone is legal
        else
            st.grid
            |> Seq.collect (fun laid -> beside laid.Key)
            |> Seq.filter (fun at -> not (Map.containsKey at st.grid))
            |> List.ofSeq

    hardLettersFirst
    |> Seq.filter (fun letter -> number letter st.loose > 0)
    |> Seq.tryPick (fun letter -> places |> List.tryPick (fun at -> lay isWord st (string letter) at across))

/// As far as it comes, and whether all tiles are on the grid.
let private solve words isWord patience (st: state) =
    let rec layAll (st: state) =
        let most = if count st.loose > 3 then layWord words isWord st else None

        match most |> Option.orElseWith (fun () -> layLetter isWord st) with
        | _ when count st.loose = 0 -> st
        | Some next -> layAll next
        | None ->
            match layWord words isWord st with
            | Some next -> layAll next
            | None -> st

    let rec attempt times st =
        let next = layAll st

        if count next.loose = 0 then
            next, true
        elif times = patience then
            next, false
        else
            let back = 1 + chance.Next(2 + times)
            attempt (times + 1) (List.fold (fun st _ -> takeBack st) next [ 1..back ])

    attempt 0 st

let private drawing (st: state) =
    let cells = st.grid |> Map.toList |> List.map fst
    let left, right = List.min (List.map fst cells), List.max (List.map fst cells)
    let top, bottom = List.min (List.map snd cells), List.max (List.map snd cells)

    let letters =
        [ for y in top..bottom do
              for x in left..right -> Map.tryFind (x, y) st.grid |> Option.defaultValue '.' |> string ]

    sprintf "%03d%03d%s" (right - left + 1) (bottom - top + 1) (String.concat "" letters)

let private hold letters (st: state) =
    { st with loose = letters |> Seq.fold (fun loose letter -> change letter 1 loose) st.loose }

[<EntryPoint>]
let main _ =
    let words = Host.readLines (Host.variable "WORDHOST_DICTIONARY")
    let list = HashSet<string>(words)
    let isWord (word: string) = list.Contains word

    /// What it does when there is nothing to hear.
    let think patience st =
        match solve words isWord patience st with
        | solved, true ->
            Host.write ("p" + drawing solved)
            "", solved
        | stuck, false ->
            let letter = hardLettersFirst |> Seq.find (fun letter -> number letter stuck.loose > 0)
            Host.write ("d" + string letter)
            string letter, { stuck with loose = change letter -1 stuck.loose }

    let rec play patience dumped st =
        // If a dump has no answer yet, it waits for it.
        let dumped, st = if dumped = "" && not (Host.hasUnread ()) then think patience st else dumped, st

        match Host.readUntil '.' with
        | None -> ()
        | Some letters when letters |> Seq.exists (fun letter -> letter < 'A' || letter > 'Z') ->
            play patience dumped st // from a later version of the host
        | Some letters when letters.Length = 3 -> play tries "" (hold letters st)
        | Some letters when letters = dumped -> play (2 * patience) "" (hold letters st) // the bunch is nearly empty
        | Some letters -> play patience dumped (hold letters st)

    Host.write "r" // without a newline

    match Host.readUntil '.' with
    | None -> ()
    | Some hand -> play tries "" (hold hand { loose = Map.empty; grid = Map.empty; pile = [] })

    0
