/// Reads the program of a board, and says where its squares are: for boards that come without `layout`, such as those
/// without an end. Programs of squares are not run here.
module internal ScrabbleLib

open System
open ScrabbleUtil

/// The variables of each block, the inner ones first. Truths are 1 and 0, characters their numbers.
type private scopes = Map<string, int> list

let rec private assign name value (scopes: scopes) : scopes =
    match scopes with
    | inner :: outer when Map.containsKey name inner -> Map.add name value inner :: outer
    | inner :: outer -> inner :: assign name value outer
    | [] -> failwith (name + ": VarNotFound")

let private declare name (scopes: scopes) : scopes =
    match scopes with
    | inner :: _ when Map.containsKey name inner -> failwith (name + ": VarExists")
    | inner :: outer -> Map.add name 0 inner :: outer
    | [] -> []

let private mostTurns = 100_000 // of a loop

let private tokens (text: string) =
    let runFrom at isPart = text.Substring at |> Seq.takeWhile isPart |> Seq.length

    let rec go found at =
        if at = text.Length then
            List.rev found
        elif Char.IsWhiteSpace text[at] then
            go found (at + 1)
        else
            let two = text.Substring(at, min 2 (text.Length - at))

            let length =
                if text[at] = '\'' then text.IndexOf('\'', at + 2) - at + 1
                elif Char.IsDigit text[at] then runFrom at Char.IsDigit
                elif Char.IsLetter text[at] || text[at] = '_' then
                    runFrom at (fun c -> Char.IsLetterOrDigit c || c = '_')
                elif List.contains two [ ":="; "<>"; "<="; ">="; "/\\"; "\\/" ] then 2
                else 1

            go (text.Substring(at, length) :: found) (at + length)

    go [] 0

/// From those that bind least. All associate to the left.
let private levels =
    [ [ "\\/" ]; [ "/\\" ]; [ "="; "<>"; "<"; "<="; ">"; ">=" ]; [ "+"; "-" ]; [ "*"; "/"; "%" ] ]

let private truth isTrue = if isTrue then 1 else 0

let private divide operator a b =
    match operator, b with
    | _, 0 -> failwith "DivisionByZero"
    | "/", -1 -> (0 - a) ||| 0
    | "/", _ -> a / b
    | _, -1 -> 0
    | _ -> a % b

/// With `||| 0` numbers have 32 bits in JavaScript, too.
let private calculate operator (left: scopes -> int) (right: scopes -> int) : scopes -> int =
    let both f = fun scopes -> f (left scopes) (right scopes)

    match operator with
    | "\\/" -> fun scopes -> if left scopes <> 0 then 1 else right scopes
    | "/\\" -> fun scopes -> if left scopes = 0 then 0 else right scopes
    | "=" -> both (fun a b -> truth (a = b))
    | "<>" -> both (fun a b -> truth (a <> b))
    | "<" -> both (fun a b -> truth (a < b))
    | "<=" -> both (fun a b -> truth (a <= b))
    | ">" -> both (fun a b -> truth (a > b))
    | ">=" -> both (fun a b -> truth (a >= b))
    | "+" -> both (fun a b -> (a + b) ||| 0)
    | "-" -> both (fun a b -> (a - b) ||| 0)
    | "*" -> both (fun a b -> (a * b) ||| 0)
    | _ -> both (divide operator)

let private isVowel (c: char) = "AEIOUaeiou".IndexOf c >= 0

/// Of a number that is a character, or a place in the word, which has no letters here.
let private functions: Map<string, int -> int> =
    Map.ofList
        [ "charToInt", id
          "intToChar", id
          "toUpper", (fun c -> int (Char.ToUpper(char c)))
          "toLower", (fun c -> int (Char.ToLower(char c)))
          "isDigit", (fun c -> truth (Char.IsDigit(char c)))
          "isLetter", (fun c -> truth (Char.IsLetter(char c)))
          "isVowel", (fun c -> truth (isVowel (char c)))
          "isConsonant", (fun c -> truth (Char.IsLetter(char c) && not (isVowel (char c))))
          "pointValue", (fun _ -> failwith "IndexOutOfBounds")
          "charValue", (fun _ -> failwith "IndexOutOfBounds") ]

/// What a program does with the variables.
let private read (program: string) : scopes -> scopes =
    let mutable unread = tokens program

    let next () =
        match unread with
        | token :: rest ->
            unread <- rest
            token
        | [] -> failwith "the program has no end"

    let isNext token =
        match unread with
        | first :: _ -> first = token
        | [] -> false

    let skip token =
        if next () <> token then failwith ("expected " + token)

    let rec expression levels : scopes -> int =
        match levels with
        | [] -> single ()
        | operators :: tighter ->
            let rec more left =
                match unread with
                | operator :: rest when List.contains operator operators ->
                    unread <- rest
                    more (calculate operator left (expression tighter))
                | _ -> left

            more (expression tighter)

    and single () =
        match next () with
        | "(" ->
            let inner = expression levels
            skip ")"
            inner
        | "-" ->
            let value = single ()
            fun scopes -> (0 - value scopes) ||| 0
        | "~" ->
            let value = single ()
            fun scopes -> 1 - value scopes
        | "true" -> fun _ -> 1
        | "false"
        | "wordLength" -> fun _ -> 0
        | token when token[0] = '\'' -> fun _ -> int token[1]
        | token when Char.IsDigit token[0] ->
            let number = int token
            fun _ -> number
        | token ->
            match Map.tryFind token functions with
            | Some f ->
                let value = single ()
                fun scopes -> f (value scopes)
            | None -> fun scopes -> List.pick (Map.tryFind token) scopes

    let rec statements () : scopes -> scopes =
        let rec more before =
            if isNext ";" then skip ";"

            if List.isEmpty unread || isNext "}" then
                before
            else
                more (before >> statement ())

        more id

    and block () : scopes -> scopes =
        skip "{"
        let inner = statements ()
        skip "}"
        fun scopes -> List.tail (inner (Map.empty :: scopes))

    and statement () =
        match next () with
        | "skip" -> id
        | "declare" -> declare (next ())
        | "if" ->
            let condition = expression levels
            skip "then"
            let thenDo = block ()

            let elseDo =
                if isNext "else" then
                    skip "else"
                    block ()
                else
                    id

            fun scopes -> if condition scopes <> 0 then thenDo scopes else elseDo scopes
        | "while" ->
            let condition = expression levels
            skip "do"
            let body = block ()

            let rec go turns scopes =
                if condition scopes = 0 then scopes
                elif turns = mostTurns then failwith "TooManySteps"
                else go (turns + 1) (body scopes)

            go 0
        | name ->
            skip ":="
            let value = expression levels
            fun scopes -> assign name (value scopes) scopes

    statements ()

/// Which kind of square is at a coordinate, if any is. Each is asked of the program once.
let parseBoardKinds (bp: boardProg) : coord -> int option =
    let run = read bp.prog
    let known = Collections.Generic.Dictionary<coord, int option>()

    fun (x, y) ->
        match known.TryGetValue((x, y)) with
        | true, kind -> kind
        | _ ->
            let kind =
                try
                    let variables = run [ Map.ofList [ "_x_", x; "_y_", y; "_result_", 0 ] ]
                    let kind = List.pick (Map.tryFind "_result_") variables
                    if Map.containsKey kind bp.squares then Some kind else None
                with _ ->
                    None // where a program fails there is no square

            known[(x, y)] <- kind
            kind

/// Whether a coordinate is on the board.
let parseSimpleBoardProg (bp: boardProg) : coord -> bool =
    let kindAt = parseBoardKinds bp
    fun at -> (kindAt at).IsSome
