/// A small Boggle bot in F#, for both sets of rules. Fable and Node, or the .NET SDK.
///
///     npm install
///     npm run build
///     wordhost boggle "node js/Program.js" "node js/Program.js"
///
/// or, with the SDK:
///
///     dotnet build -o bin
///     wordhost boggle "dotnet bin/player.dll" "dotnet bin/player.dll"
///
/// How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all
/// words that it finds; with turns, the longest word that nobody has found yet.
///
/// What to change first: it searches for each word separately; a walk over the board along a trie of the words finds all
/// words faster, which matters if the time is short or the board is large.
module internal Program

type state =
    { rules: string
      words: string[]
      width: int
      cells: string list
      guesses: string list }

/// For each cell, those beside it.
let private neighbors width (cells: string[]) =
    let isBeside one other =
        one <> other
        && abs (one % width - other % width) <= 1
        && abs (one / width - other / width) <= 1

    [| for one in 0 .. cells.Length - 1 -> [ 0 .. cells.Length - 1 ] |> List.filter (isBeside one) |]

let private goesOnWith (letters: string) (word: string) from =
    let rec isSame at = at = letters.Length || (word[from + at] = letters[at] && isSame (at + 1))
    from + letters.Length <= word.Length && isSame 0

/// The words of the list that have a path on the board, the longest first.
let private findWords (st: state) =
    let cells = Array.ofList st.cells
    let near = neighbors st.width cells

    let rec goesOn (word: string) from used next =
        from = word.Length
        || next |> List.exists (fun cell ->
            goesOnWith cells[cell] word from
            && not (List.contains cell used)
            && goesOn word (from + cells[cell].Length) (cell :: used) near[cell])

    let all = [ 0 .. cells.Length - 1 ]

    st.words
    |> Array.filter (fun word -> word.Length > 2 && goesOn word 0 [] all)
    |> List.ofArray
    |> List.sortBy (fun word -> -word.Length)

let private say line = Host.write (line + "\n")

let rec private play (st: state) =
    match Host.readUntil '\n' with
    | None -> ()
    | Some line ->
        match line.Split(' ') |> Array.filter (fun word -> word <> "") |> List.ofArray with
        | [ "rules"; rules ] -> play { st with rules = rules }
        | "dictionary" :: _ -> play { st with words = Host.readLines (line.Substring "dictionary ".Length) }
        | "row" :: row -> play { st with width = row.Length; cells = st.cells @ row }
        | [ "end" ] ->
            let guesses = findWords st
            say "ready"
            play { st with guesses = guesses }
        | [ "start" ] when st.rules = "classic" ->
            for word in st.guesses do
                say ("guess " + word)

            say "done"
            play st
        | "turn" :: _ :: turn :: _ ->
            // The number says which turn is answered: should the answer come too late, it is dropped and does no harm.
            match st.guesses with
            | [] ->
                say (sprintf "@%s pass" turn)
                play st
            | word :: others ->
                say (sprintf "@%s guess %s" turn word)
                play { st with guesses = others }
        | ("scored" | "missed") :: _ :: word :: _ ->
            play { st with guesses = List.filter (fun guess -> guess <> word) st.guesses }
        | "gameover" :: _ -> ()
        | _ -> play st

[<EntryPoint>]
let main _ =
    play
        { rules = "classic"
          words = [||]
          width = 0
          cells = []
          guesses = [] }

    0
