-- A small Boggle player in Lua, for both sets of rules. Lua 5.3 or later; nothing to install.
--
--     wordhost boggle "lua5.4 player.lua" "lua5.4 player.lua"
--
-- How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all
-- words that it finds; with turns, the longest word that nobody has found yet.
--
-- What to change first: it searches for each word separately; a walk over the board along a tree of the words (a
-- trie) finds all words faster, which matters if the time is short or the board is large.
io.stdout:setvbuf("no") -- write each line at once: the host cannot read what is still in a buffer

local rules, width = "classic", 0
local words, cells, near, all, guesses = {}, {}, {}, {}, {}
local used = {}

-- Whether one of these cells, if not used yet, continues the word after this many letters.
local function goes_on(word, done, next_cells)
  if done == #word then return true end
  for _, cell in ipairs(next_cells) do
    local letters = cells[cell]
    if not used[cell] and word:sub(done + 1, done + #letters) == letters then
      used[cell] = true
      local found = goes_on(word, done + #letters, near[cell])
      used[cell] = nil
      if found then return true end
    end
  end
  return false
end

local function find_words()
  for at = 1, #cells do
    all[at], near[at] = at, {}
    for other = 1, #cells do
      local across = math.abs((at - 1) % width - (other - 1) % width)
      local down = math.abs((at - 1) // width - (other - 1) // width)
      if at ~= other and across <= 1 and down <= 1 then table.insert(near[at], other) end
    end
  end
  local letters = "^[" .. table.concat(cells) .. "]+$"
  for _, word in ipairs(words) do
    if #word > 2 and word:find(letters) and goes_on(word, 0, all) then table.insert(guesses, word) end
  end
  table.sort(guesses, function(one, other)
    if #one ~= #other then return #one > #other end
    return one < other
  end)
end

for line in io.lines() do
  local rest = {}
  for word in line:gmatch("%S+") do table.insert(rest, word) end
  local keyword = table.remove(rest, 1)
  if keyword == "rules" then
    rules = rest[1]
  elseif keyword == "dictionary" then
    for word in io.lines((line:gsub("^dictionary ", ""))) do table.insert(words, word) end
  elseif keyword == "row" then
    width = #rest
    for _, cell in ipairs(rest) do table.insert(cells, cell) end
  elseif keyword == "end" then
    find_words()
    print("ready")
  elseif keyword == "start" and rules == "classic" then
    for _, word in ipairs(guesses) do print("guess " .. word) end
    print("done")
  elseif keyword == "turn" then
    local word = table.remove(guesses, 1)
    print("@" .. rest[2] .. (word and " guess " .. word or " pass"))
  elseif keyword == "scored" or keyword == "missed" then
    for index = #guesses, 1, -1 do
      if guesses[index] == rest[2] then table.remove(guesses, index) end
    end
  elseif keyword == "gameover" then
    break
  end
end
