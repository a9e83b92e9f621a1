# An ordinary bot: it answers, and writes on standard error what it hears. It has no handler for signals.
function answer(text) { printf "%s", text; fflush() }
function heard(text) { print text > "/dev/stderr"; fflush("/dev/stderr") }

BEGIN {
  race = way == "race"
  number = 1
  if (race) { RS = "."; answer("n") }
}
{ heard($0 (race ? "." : "")) }
race && /^-/ { next }
race {
  digits = letters = $0
  gsub(/[^0-9]/, "", digits)
  tiles += gsub(/[A-Z]/, "", letters)
  if (digits != "") number = digits + 1
  row = sprintf("%" tiles "s", "")
  gsub(/ /, "A", row)
  answer(sprintf("p%03d%03d001%s", number, tiles, row))
  next
}
$0 == "end" { answer("ready\n") }
$0 == "start" && way == "classic" { answer("done\n") }
$1 == "turn" { answer("pass\n") }
