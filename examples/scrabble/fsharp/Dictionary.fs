/// The dictionary, which is walked letter by letter, as a trie is. The list is in order: so the words that begin alike
/// are one part of it, and that part is a node of the trie. There is nothing to build.
module internal Dictionary

type Dict =
    { words: string[]
      first: int
      past: int // the first that is no longer in it
      depth: int }

let ofList (words: string[]) =
    { words = words
      first = 0
      past = words.Length
      depth = 0 }

/// One letter further, if any word goes on so: whether that ends a word, and what may follow.
let step (c: char) (dict: Dict) : (bool * Dict) option =
    let { words = words; depth = depth } = dict

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

    let first = search (fun letter -> letter < c) dict.first dict.past
    let past = search (fun letter -> letter <= c) first dict.past

    if first = past then
        None
    else
        let next =
            { dict with
                first = first
                past = past
                depth = depth + 1 }

        Some(words[first].Length = depth + 1, next)

let lookup (word: string) (dict: Dict) =
    let go at c = Option.bind (fun (_, dict) -> step c dict) at
    Seq.fold go (Some(false, dict)) word |> Option.exists fst
