/// Prints on standard error, since standard output is for the host alone.
module internal ScrabbleUtil.DebugPrint

let mutable private isOn = false

/// `toggleDebugPrint true` in Program.fs shows what debugPrint prints.
let toggleDebugPrint (value: bool) = isOn <- value

/// Prints always.
let forcePrint (text: string) = Host.note text

let debugPrint (text: string) = if isOn then forcePrint text
