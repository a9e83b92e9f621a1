/// What the host says and is told, and files: by .NET, or by Node where Fable has made JavaScript of this.
module internal Host

#if FABLE_COMPILER

open Fable.Core

[<Import("readSync", "node:fs")>]
let private readSync (_descriptor: int) (_bytes: byte[]) : int = jsNative

[<Import("writeSync", "node:fs")>]
let private writeSync (_descriptor: int) (_text: string) : int = jsNative

[<Import("readFileSync", "node:fs")>]
let private readFileSync (_path: string) (_encoding: string) : string = jsNative

[<Emit("new TextDecoder()")>]
let private newDecoder () : obj = jsNative

/// A letter of two bytes may come in two pieces.
[<Emit("$0.decode($1.subarray(0, $2), { stream: true })")>]
let private decode (_decoder: obj) (_bytes: byte[]) (_count: int) : string = jsNative

let private decoder = newDecoder ()
let private bytes: byte[] = Array.zeroCreate 65536

/// What has come, once something has; nothing at the end.
let private read () =
    match readSync 0 bytes with
    | 0 -> None
    | count -> Some(decode decoder bytes count)

let write (text: string) = writeSync 1 text |> ignore

/// For your own notes, on standard error: standard output is for messages.
let note (text: string) = writeSync 2 text |> ignore

[<Emit("process.env[$0]")>]
let variable (_name: string) : string = jsNative

let readLines (path: string) =
    (readFileSync path "utf8").TrimEnd('\n').Split('\n')

#else

open System
open System.IO
open System.Text

// UTF-8, whatever the encoding of the machine is, and without the mark that Encoding.UTF8 would write first.
let private utf8 = UTF8Encoding false
let private input = Console.OpenStandardInput()
let private output = Console.OpenStandardOutput()
let private decoder = utf8.GetDecoder()
let private bytes: byte[] = Array.zeroCreate 65536
let private letters: char[] = Array.zeroCreate (utf8.GetMaxCharCount bytes.Length)

/// What has come, once something has; nothing at the end.
let private read () =
    match input.Read(bytes, 0, bytes.Length) with
    | 0 -> None
    | count -> Some(String(letters, 0, decoder.GetChars(bytes, 0, count, letters, 0)))

/// Flushed: the host cannot hear what is still in a buffer.
let write (text: string) =
    let bytes = utf8.GetBytes text
    output.Write(bytes, 0, bytes.Length)
    output.Flush()

/// For your own notes, on standard error: standard output is for messages.
let note (text: string) = Console.Error.Write text

let variable (name: string) = Environment.GetEnvironmentVariable name

let readLines (path: string) = File.ReadAllLines path

#endif

let mutable private unread = ""

/// Whether more has come than was read.
let hasUnread () = unread <> ""

/// What stands before this character, which ends a line or a message; nothing when the host has exited.
let rec readUntil (last: char) : string option =
    match unread.IndexOf last with
    | -1 ->
        match read () with
        | None -> None
        | Some more ->
            unread <- unread + more
            readUntil last
    | place ->
        let text = unread.Substring(0, place)
        unread <- unread.Substring(place + 1)
        Some text
