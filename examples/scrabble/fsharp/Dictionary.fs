/// The wrapper of the F# Scrabble project for a dictionary that is walked letter by letter. `mkDict words None` has one
/// already, as a trie and as a GADDAG: a sorted list, in which the words that begin alike are one part, and that part
/// is a node. Your own comes in its place, by the functions of a dictAPI.
module internal ScrabbleUtil.Dictionary

#if FABLE_COMPILER
open Fable.Core
#endif

/// empty, insert, step, and for a GADDAG reverse.
type 'a dictAPI =
    (unit -> 'a) * (string -> 'a -> 'a) * (char -> 'a -> (bool * 'a) option) * ('a -> (bool * 'a) option) option

type Dict =
    private
        { isGaddag: bool
          step: char -> (bool * Dict) option
          reverse: unit -> (bool * Dict) option }

let isGaddag dict = dict.isGaddag

/// One letter further, if any word goes on so: whether that ends a word, and what may follow.
let step (c: char) dict = dict.step c

/// From the letters before a place, read backwards, to those after it. Only in a GADDAG.
let reverse dict = dict.reverse ()

let private turn = '#' // before all letters in the order of the list

let rec private ofPart isGaddag (words: string[]) first past depth : Dict =
    let step c =
        let rec search isBefore low high =
            if low >= high then
                low
            else
                let middle = (low + high) / 2
                let word = words[middle]

                if word.Length <= depth || isBefore word[depth] then
                    search isBefore (middle + 1) high
                else
                    search isBefore low middle

        let first = search (fun letter -> letter < c) first past
        let past = search (fun letter -> letter <= c) first past

        if first = past then
            None
        else
            Some(words[first].Length = depth + 1, ofPart isGaddag words first past (depth + 1))

    { isGaddag = isGaddag
      step = step
      reverse = fun () -> if isGaddag then step turn else None }

/// For each place in a word the letters up to it, backwards, and those after it.
let private turned (word: string) =
    word.ToCharArray()
    |> Array.scan (fun before c -> string c + before) ""
    |> Array.mapi (fun length before -> before + string turn + word.Substring length)
    |> Array.skip 1

#if FABLE_COMPILER
/// By code units, as in .NET; several times as quick as with a function that compares.
[<Emit("$0.sort()")>]
let private sort (_words: string[]) : unit = jsNative
#else
let private sort (words: string[]) = Array.sortInPlace words
#endif

let private sortedList (words: string seq) =
    let list isGaddag (words: string[]) =
        sort words
        ofPart isGaddag words 0 words.Length 0

    let trie = lazy (list false (Array.ofSeq words))
    let gaddag = lazy (list true (words |> Seq.collect turned |> Array.ofSeq))
    fun wantsGaddag -> if wantsGaddag then gaddag.Value else trie.Value

/// A dictionary of your own. A GADDAG serves a bot that wants a trie, too: after the first letter it is turned.
let private wrapped (words: string seq) (empty, insert, step, reverse) =
    let built = lazy (Seq.fold (fun dict word -> insert word dict) (empty ()) words)

    let rec wrap isGaddag node =
        let next = Option.map (fun (isWord, node) -> isWord, wrap isGaddag node)

        { isGaddag = isGaddag
          step = fun c -> next (step c node)
          reverse = fun () -> if isGaddag then Option.bind (fun reverse -> next (reverse node)) reverse else None }

    fun wantsGaddag ->
        match reverse with
        | None when wantsGaddag -> failwith "a trie is no GADDAG: give mkDict a reverse function, or ask for a trie"
        | None -> wrap false built.Value
        | Some _ when wantsGaddag -> wrap true built.Value
        | Some turn ->
            { isGaddag = false
              step =
                fun c ->
                    step c built.Value
                    |> Option.bind (snd >> turn)
                    |> Option.map (fun (isWord, node) -> isWord, wrap false node)
              reverse = fun () -> None }

/// Ask the function that it returns for true if your bot walks a GADDAG, and for false if it walks a trie.
let mkDict (words: string seq) (api: 'a dictAPI option) : bool -> Dict =
    match api with
    | None -> sortedList words
    | Some functions -> wrapped words functions

let lookup (word: string) dict =
    let go at c = Option.bind (fun (_, dict) -> step c dict) at

    match List.ofSeq word with
    | first :: rest when isGaddag dict ->
        let turned = step first dict |> Option.bind (snd >> reverse)
        List.fold go turned rest |> Option.exists fst
    | letters -> List.fold go (Some(false, dict)) letters |> Option.exists fst

/// Words that the dictionary should have and has not, up to so many.
let test (words: string seq) count dict =
    words |> Seq.filter (fun word -> not (lookup word dict)) |> Seq.truncate count |> List.ofSeq
