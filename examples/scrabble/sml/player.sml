(* A small Scrabble player in Standard ML. It reads the board's program itself, so it also plays on infinite boards.

       wordhost scrabble "poly --script player.sml" "poly --script player.sml"

   Poly/ML; nothing else to install, and nothing to compile. There is nothing in it that OCaml or F# has no word for.

   How it plays: it starts at each square from which a word can reach a free square next to a tile, and lays tile
   after tile as long as the word list has words that start with these letters. Of the plays that it finds in a short
   time, it makes the longest word.

   What to change first: run the programs of the squares too, to count points (this file has all of the language);
   keep good tiles for later; change tiles instead of passing. *)

(* --- Text ------------------------------------------------------------------------------------------------------- *)

fun say line = (TextIO.print (line ^ "\n"); TextIO.flushOut TextIO.stdOut)

val tokensOf = String.tokens (fn c => c = #" ")

(* ML writes ~1 for what the host writes as -1. *)
fun toText n = if n < 0 then "-" ^ Int.toString (~n) else Int.toString n

fun number text =
  let val minus = String.isPrefix "-" text
      val digits = if minus then String.extract (text, 1, NONE) else text
  in (if minus then op ~ else fn n => n) (valOf (Int.fromString digits)) end

(* --- The language of boards: what it is ------------------------------------------------------------------------- *)

datatype expression =
    Literal of int
  | Truth of bool
  | Character of int                                    (* its code point *)
  | Name of string
  | Unary of string * expression
  | Binary of string * expression * expression
  | Call of string * expression

datatype statement =
    Skip
  | Assign of string * expression
  | Declare of string
  | Sequence of statement list
  | If of expression * statement * statement
  | While of expression * statement

(* --- The language of boards: reading it ------------------------------------------------------------------------- *)

fun isNameStart c = Char.isAlpha c orelse c = #"_"
fun isNamePart c = isNameStart c orelse Char.isDigit c

(* The text up to where `keep` ends, and the rest. *)
fun span keep chars =
  let fun go (taken, c :: rest) = if keep c then go (c :: taken, rest) else (implode (rev taken), c :: rest)
        | go (taken, []) = (implode (rev taken), [])
  in go ([], chars) end

fun scan [] = []
  | scan (#"'" :: c :: #"'" :: rest) = implode [#"'", c, #"'"] :: scan rest
  | scan (#":" :: #"=" :: rest) = ":=" :: scan rest
  | scan (#"<" :: #">" :: rest) = "<>" :: scan rest
  | scan (#"<" :: #"=" :: rest) = "<=" :: scan rest
  | scan (#">" :: #"=" :: rest) = ">=" :: scan rest
  | scan (#"/" :: #"\\" :: rest) = "/\\" :: scan rest
  | scan (#"\\" :: #"/" :: rest) = "\\/" :: scan rest
  | scan (c :: rest) =
      if Char.isSpace c then scan rest
      else if isNameStart c then let val (name, rest) = span isNamePart (c :: rest) in name :: scan rest end
      else if Char.isDigit c then let val (digits, rest) = span Char.isDigit (c :: rest) in digits :: scan rest end
      else str c :: scan rest

exception Syntax of string list

fun skip token (next :: rest) = if next = token then rest else raise Syntax (next :: rest)
  | skip _ [] = raise Syntax []

val loosestFirst =
  [["\\/"], ["/\\"], ["=", "<>", "<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]]

fun oneOf tokens token = List.exists (fn each => each = token) tokens

(* Each of these takes what it reads off the tokens, and gives back the rest. *)
fun expression tokens = binary loosestFirst tokens

and binary [] tokens = value tokens
  | binary (operators :: tighter) tokens =
      let
        fun more (left, operator :: rest) =
              if oneOf operators operator
              then let val (right, rest) = binary tighter rest in more (Binary (operator, left, right), rest) end
              else (left, operator :: rest)
          | more (left, []) = (left, [])
      in more (binary tighter tokens) end

and value ("(" :: rest) = let val (inner, rest) = expression rest in (inner, skip ")" rest) end
  | value ("-" :: rest) = let val (inner, rest) = value rest in (Unary ("-", inner), rest) end
  | value ("~" :: rest) = let val (inner, rest) = value rest in (Unary ("~", inner), rest) end
  | value ("true" :: rest) = (Truth true, rest)
  | value ("false" :: rest) = (Truth false, rest)
  | value (name :: "(" :: rest) =
      let val (inner, rest) = expression rest in (Call (name, inner), skip ")" rest) end
  | value (token :: rest) =
      (case String.sub (token, 0) of
           #"'" => (Character (ord (String.sub (token, 1))), rest)
         | first => (if Char.isDigit first then Literal (number token) else Name token, rest))
  | value [] = raise Syntax []

fun statements tokens =
  let
    fun more (done, []) = (Sequence (rev done), [])
      | more (done, "}" :: rest) = (Sequence (rev done), "}" :: rest)
      | more (done, ";" :: rest) = more (done, rest)
      | more (done, rest) = let val (one, rest) = statement rest in more (one :: done, rest) end
  in more ([], tokens) end

and block tokens = let val (inner, rest) = statements (skip "{" tokens) in (inner, skip "}" rest) end

and statement ("skip" :: rest) = (Skip, rest)
  | statement ("declare" :: name :: rest) = (Declare name, rest)
  | statement ("while" :: rest) =
      let val (condition, rest) = expression rest
          val (body, rest) = block (skip "do" rest)
      in (While (condition, body), rest) end
  | statement ("if" :: rest) =
      let val (condition, rest) = expression rest
          val (yes, rest) = block (skip "then" rest)
      in
        case rest of
            "else" :: rest => let val (no, rest) = block rest in (If (condition, yes, no), rest) end
          | _ => (If (condition, yes, Skip), rest)
      end
  | statement (name :: ":=" :: rest) = let val (value, rest) = expression rest in (Assign (name, value), rest) end
  | statement tokens = raise Syntax tokens

fun parse program = #1 (statements (scan (explode program)))

(* --- The language of boards: running it. The scopes are lists of variables, the innermost first ----------------- *)

datatype value = Number of int | Bool of bool

exception Failed of string

fun wrap n = (n + 2147483648) mod 4294967296 - 2147483648     (* numbers have 32 bits *)

fun find name [] = raise Failed ("VarNotFound " ^ name)
  | find name (scope :: outer) =
      (case List.find (fn (other, _) => other = name) scope of SOME (_, cell) => cell | NONE => find name outer)

fun isBetween (low, high) n = ord low <= n andalso n <= ord high
fun isUpper n = isBetween (#"A", #"Z") n
fun isLower n = isBetween (#"a", #"z") n
fun isLetter n = isUpper n orelse isLower n
fun isVowel n = isLetter n andalso Char.contains "AEIOUaeiou" (chr n)

(* In a board's program the word has no letters: what asks for one fails. *)
fun call "charToInt" n = Number n
  | call "intToChar" n =
      if n < 0 orelse n > 1114111 orelse (n >= 55296 andalso n <= 57343) then raise Failed "IndexOutOfBounds"
      else Number n
  | call "toUpper" n = Number (if isLower n then n - 32 else n)
  | call "toLower" n = Number (if isUpper n then n + 32 else n)
  | call "isDigit" n = Bool (isBetween (#"0", #"9") n)
  | call "isLetter" n = Bool (isLetter n)
  | call "isVowel" n = Bool (isVowel n)
  | call "isConsonant" n = Bool (isLetter n andalso not (isVowel n))
  | call _ _ = raise Failed "IndexOutOfBounds"

fun operate "+" (a, b) = Number (wrap (a + b))
  | operate "-" (a, b) = Number (wrap (a - b))
  | operate "*" (a, b) = Number (wrap (a * b))
  | operate "/" (a, b) = if b = 0 then raise Failed "DivisionByZero" else Number (wrap (Int.quot (a, b)))
  | operate "%" (a, b) = if b = 0 then raise Failed "DivisionByZero" else Number (Int.rem (a, b))
  | operate "=" (a, b) = Bool (a = b)
  | operate "<>" (a, b) = Bool (a <> b)
  | operate "<" (a, b) = Bool (a < b)
  | operate "<=" (a, b) = Bool (a <= b)
  | operate ">" (a, b) = Bool (a > b)
  | operate _ (a, b) = Bool (a >= b)

val steps = ref 0

fun evaluate scopes tree =
  ( steps := !steps + 1
  ; if !steps > 100000 then raise Failed "TooManySteps" else ()
  ; case tree of
        Literal n => Number n
      | Truth truth => Bool truth
      | Character code => Number code
      | Name "wordLength" => Number 0
      | Name name => Number (!(find name scopes))
      | Unary ("-", inner) => Number (wrap (~(asNumber scopes inner)))
      | Unary (_, inner) => Bool (not (asTruth scopes inner))
      | Binary ("/\\", left, right) => Bool (asTruth scopes left andalso asTruth scopes right)
      | Binary ("\\/", left, right) => Bool (asTruth scopes left orelse asTruth scopes right)
      | Binary (operator, left, right) => operate operator (asNumber scopes left, asNumber scopes right)
      | Call (name, inner) => call name (asNumber scopes inner) )

and asNumber scopes tree = case evaluate scopes tree of Number n => n | Bool _ => raise Failed "no number"

and asTruth scopes tree = case evaluate scopes tree of Bool truth => truth | Number _ => raise Failed "no truth"

(* Gives back the scopes, since `declare` adds to the innermost. *)
fun execute scopes Skip = scopes
  | execute scopes (Assign (name, tree)) = (find name scopes := asNumber scopes tree; scopes)
  | execute (scope :: outer) (Declare name) = ((name, ref 0) :: scope) :: outer
  | execute [] (Declare _) = raise Failed "no scope"
  | execute scopes (Sequence all) = foldl (fn (one, scopes) => execute scopes one) scopes all
  | execute scopes (If (condition, yes, no)) =
      (execute ([] :: scopes) (if asTruth scopes condition then yes else no); scopes)
  | execute scopes (While (condition, body)) =
      if asTruth scopes condition
      then (execute ([] :: scopes) body; execute scopes (While (condition, body)))
      else scopes

fun resultAt program (x, y) =
  let val result = ref 0
      val () = steps := 0
  in execute [[("_x_", ref x), ("_y_", ref y), ("_result_", result)]] program; !result end

(* --- What we know of the game ----------------------------------------------------------------------------------- *)

type cell = int * int
type face = string * int                                 (* a letter, and what it is worth *)
type placement = cell * int * face                       (* where, which tile, what it stands for *)

structure Cells = HashArray                              (* Poly/ML's hash tables; their keys are text *)
fun key (x, y) = Int.toString x ^ " " ^ Int.toString y

val words : string vector ref = ref (Vector.fromList []) (* sorted; empty if all words are valid *)
val program = ref Skip
val kinds : int list ref = ref []                        (* that are squares *)
val center = ref (0, 0)
val layout : (int * int * int * int) option ref = ref NONE
val faces : (int * face list) list ref = ref []
val hand : (int * int) list ref = ref []                 (* tile, how many *)
val grid : string Cells.hash = Cells.hash 1000           (* what lies there *)
val covered : cell list ref = ref []                     (* where something lies *)
val seen : bool Cells.hash = Cells.hash 10000            (* what the program has said so far *)

fun letterAt cell = Cells.sub (grid, key cell)
fun isCovered cell = isSome (letterAt cell)

fun isInside (x, y) =
  case !layout of
      NONE => Int.max (abs x, abs y) <= 1000000000
    | SOME (left, top, width, height) => left <= x andalso x < left + width andalso top <= y andalso y < top + height

(* If a program fails, there is no square. *)
fun isSquare cell =
  case Cells.sub (seen, key cell) of
      SOME known => known
    | NONE =>
        let val kind = SOME (resultAt (!program) cell) handle Failed _ => NONE
            val there = isInside cell andalso List.exists (fn other => SOME other = kind) (!kinds)
        in Cells.update (seen, key cell, there); there end

(* --- Words: the list is in order, so that a binary search shows what begins like this --------------------------- *)

fun firstNotBefore text =
  let
    fun go (from, to) =
      if from >= to then from
      else let val middle = (from + to) div 2
           in if Vector.sub (!words, middle) < text then go (middle + 1, to) else go (from, middle) end
  in go (0, Vector.length (!words)) end

fun atItsPlace test text =
  Vector.length (!words) = 0 orelse
  let val at = firstNotBefore text
  in at < Vector.length (!words) andalso test text (Vector.sub (!words, at)) end

val beginsAWord = atItsPlace String.isPrefix
val isWord = atItsPlace (fn text => fn word => text = word)

(* --- Looking for a play ----------------------------------------------------------------------------------------- *)

val across = (1, 0)
val down = (0, 1)

fun step (x, y) (right, down) count = (x + right * count, y + down * count) : cell
fun turned direction = if direction = across then down else across

fun runBefore cell direction =
  let val next = step cell direction ~1
  in case letterAt next of SOME letter => runBefore next direction ^ letter | NONE => "" end

fun runAfter cell direction =
  let val next = step cell direction 1
  in case letterAt next of SOME letter => letter ^ runAfter next direction | NONE => "" end

(* Whether the run through this cell would be a word, or only one letter, if this letter stood in it. *)
fun isFine cell letter direction =
  case (runBefore cell direction, runAfter cell direction) of
      ("", "") => true
    | (left, right) => isWord (left ^ letter ^ right)

(* Each of them once. *)
fun distinct keyOf items =
  let
    val taken : bool Cells.hash = Cells.hash 1000
    fun isNew item = not (isSome (Cells.sub (taken, keyOf item))) andalso (Cells.update (taken, keyOf item, true); true)
  in List.filter isNew items end

(* The free squares that a play must cover one of. *)
fun anchors () =
  let
    fun beside cell = map (fn (direction, count) => step cell direction count)
                          [(across, 1), (across, ~1), (down, 1), (down, ~1)]
    val candidates = if null (!covered) then [!center] else List.concat (map beside (!covered))
  in List.filter (fn cell => isSquare cell andalso not (isCovered cell)) (distinct key candidates) end

fun handCount () = foldl (fn ((_, count), sum) => sum + count) 0 (!hand)

(* Where a word that covers the anchor may begin. *)
fun startsBefore direction anchor =
  let
    fun go (cell, tiles) =
      let val previous = step cell direction ~1
      in
        if isCovered previous then go (previous, tiles)
        else (cell, direction) :: (if tiles > 1 andalso isSquare previous then go (previous, tiles - 1) else [])
      end
  in go (anchor, handCount ()) end

fun without tile = map (fn (other, count) => (other, if other = tile then count - 1 else count))

fun facesOf tile = case List.find (fn (other, _) => other = tile) (!faces) of SOME (_, all) => all | NONE => []

exception TimeIsUp

val until = ref Time.zeroTime

fun watchTheTime () = if Time.> (Time.now (), !until) then raise TimeIsUp else ()

(* Goes on with the word in all ways, and calls `found` with its length and its new tiles. A word that may end here
   covers an anchor, is two letters long, and makes only words. *)
fun goOn found direction cell (text, length) isAnchored (laid : placement list) tiles =
  case letterAt cell of
      SOME letter =>
        if beginsAWord (text ^ letter)
        then goOn found direction (step cell direction 1) (text ^ letter, length + 1) isAnchored laid tiles
        else ()
    | NONE =>
        ( if isAnchored andalso length > 1 andalso isWord text then found (length, laid) else ()
        ; watchTheTime ()
        ; if isSquare cell then List.app (layEach found direction cell (text, length) isAnchored laid tiles) tiles
          else () )

and layEach _ _ _ _ _ _ _ (_, 0) = ()
  | layEach found direction cell (text, length) isAnchored laid tiles (tile, _) =
      let
        fun lay (letter, points) =
          if beginsAWord (text ^ letter) andalso isFine cell letter (turned direction)
          then goOn found direction (step cell direction 1) (text ^ letter, length + 1)
                    (isAnchored orelse isAnchor cell) ((cell, tile, (letter, points)) :: laid) (without tile tiles)
          else ()
      in List.app lay (facesOf tile) end

and isAnchor cell =
  if null (!covered) then cell = !center
  else List.exists (fn (direction, count) => isCovered (step cell direction count))
                   [(across, 1), (across, ~1), (down, 1), (down, ~1)]

(* Should the time not be enough, it is what lies there longest that has no turn: new tiles stand first. *)
fun longestPlay milliseconds =
  let
    val targets = anchors ()
    val starts = List.concat (map (startsBefore across) targets @ map (startsBefore down) targets)
    val all = distinct (fn (cell, (right, _)) => key cell ^ " " ^ Int.toString right) starts
    val best = ref (0, [] : placement list)
    fun found (length, laid) = if length > #1 (!best) then best := (length, laid) else ()
    fun from (cell, direction) = goOn found direction cell ("", 0) false [] (!hand)
  in
    until := Time.+ (Time.now (), Time.fromMilliseconds (LargeInt.fromInt milliseconds));
    (List.app from all handle TimeIsUp => ());
    #2 (!best)
  end

fun placementText ((x, y), tile, (letter, points)) =
  String.concat [" ", toText x, " ", toText y, " ", Int.toString tile, letter, toText points]

fun move milliseconds =
  case longestPlay (if milliseconds = "none" then 200 else Int.min (200, number milliseconds div 4)) of
      [] => "pass"
    | laid => "play" ^ String.concat (map placementText laid)

(* --- Talking ---------------------------------------------------------------------------------------------------- *)

fun readWords path =
  let val file = TextIO.openIn path
      val text = TextIO.inputAll file
  in TextIO.closeIn file; words := Vector.fromList (String.tokens (fn c => c = #"\n") text) end

fun isPartOfNumber c = Char.isDigit c orelse c = #"-"

(* D2, or a letter of several bytes *)
fun readFace text : face =
  let val (letter, points) = span (not o isPartOfNumber) (explode text) in (letter, number (implode points)) end

fun take tile count =
  hand := (if List.exists (fn (other, _) => other = tile) (!hand)
           then map (fn (other, held) => (other, if other = tile then held + count else held)) (!hand)
           else (tile, count) :: !hand)

fun draw counts =
  List.app (fn token => case String.fields (fn c => c = #"x") token of
                            [tile, count] => take (number tile) (number count)
                          | _ => ()) counts

(* X Y IDcPOINTS, three tokens each. Gives back what stands after them and `new`. *)
fun lay _ ("new" :: rest) = rest
  | lay mine (x :: y :: tile :: rest) =
      let val cell = (number x, number y)
          val (id, shown) = span isPartOfNumber (explode tile)
      in
        Cells.update (grid, key cell, #1 (readFace (implode shown)));
        covered := cell :: !covered;
        if mine then take (number id) ~1 else ();
        lay mine rest
      end
  | lay _ rest = rest

(* What stands after the first word of the line: some things have spaces in them. *)
fun textAfter word line = String.extract (line, size word + 1, NONE)

(* One line of the host. False when the game is over. *)
fun hear line =
  case tokensOf line of
      ["dictionary", "none"] => true
    | "dictionary" :: _ => (readWords (textAfter "dictionary" line); true)
    | ["center", x, y] => (center := (number x, number y); true)
    | "board" :: _ => (program := parse (textAfter "board" line); true)
    | "square" :: kind :: _ => (kinds := number kind :: !kinds; true)
    | ["layout", x, y, width, height] => (layout := SOME (number x, number y, number width, number height); true)
    | ["tile", tile, all] =>
        (faces := (number tile, map readFace (String.tokens (fn c => c = #",") all)) :: !faces; true)
    | "hand" :: counts => (draw counts; true)
    | ["end"] => (say "ready"; true)
      (* The tag says which turn we answer: if it is too late, the host ignores it. *)
    | ["turn", milliseconds, k] => (say ("@" ^ k ^ " " ^ move milliseconds); true)
    | "played" :: _ :: _ :: placements => (ignore (lay false placements); true)
    | "playsuccess" :: _ :: placements => (draw (lay true placements); true)
    | "gameover" :: _ => false
    | _ => true      (* what we don't need (passed, changed, playfailed, timeout, error lines), and unknown lines *)

fun listen () =
  case TextIO.inputLine TextIO.stdIn of
      SOME line => if hear (String.substring (line, 0, size line - 1)) then listen () else ()
    | NONE => ()

val () = listen ()
