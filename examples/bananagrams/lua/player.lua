-- A small Bananagrams player in Lua, in the plain dialect. Lua 5.3 or later; nothing to install.
--
--     wordhost "lua5.4 player.lua" "lua5.4 player.lua"
--
-- How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
-- stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
--
-- What to change first: `lay_word` tries random words; a tree of letters (a trie) finds the words that the tiles can
-- make.
io.stdout:setvbuf("no") -- write each message at once: the host cannot read what is still in a buffer

local TRIES, SAMPLE = 30, 3000
local HARD_LETTERS_FIRST = "QJXZVKWYFBHMPCGUDLNTSRIOAE"
local WIDTH = 10000 -- a cell is y * WIDTH + x; (0, 0) is in the middle of a grid without borders
local ACROSS, DOWN = 1, WIDTH
local words, is_word = {}, {}
local loose, loose_count = {}, 0 -- letter -> how many are not on the grid
local grid, pile = {}, {} -- cell -> letter; the cells of each word or letter that was laid, in order

local function hold(letters)
  for letter in letters:gmatch(".") do loose[letter] = (loose[letter] or 0) + 1 end
  loose_count = loose_count + #letters
end

local function is_held(letter) return (loose[letter] or 0) > 0 end

local function take_back()
  for _, cell in ipairs(table.remove(pile) or {}) do
    hold(grid[cell])
    grid[cell] = nil
  end
  return false
end

-- Whether what lies in a row or column through a cell is a word, or this letter alone.
local function is_fine(cell, step)
  while grid[cell - step] do cell = cell - step end
  local run = ""
  while grid[cell] do
    run = run .. grid[cell]
    cell = cell + step
  end
  return #run == 1 or is_word[run]
end

-- Lays a word, or a letter, if its new letters are loose and it makes only words.
local function lay(word, cell, step)
  local laid = {}
  table.insert(pile, laid)
  for letter in word:gmatch(".") do
    if grid[cell] ~= letter then
      if grid[cell] or not is_held(letter) then return take_back() end
      grid[cell] = letter
      loose[letter], loose_count = loose[letter] - 1, loose_count - 1
      table.insert(laid, cell)
    end
    cell = cell + step
  end
  for _, each in ipairs(laid) do
    if not (is_fine(each, ACROSS) and is_fine(each, DOWN)) then return take_back() end
  end
  return #laid > 0 or take_back()
end

local function cells()
  local all = {}
  for _, laid in ipairs(pile) do table.move(laid, 1, #laid, #all + 1, all) end
  return all
end

-- Lays a word across a tile that has one of its letters.
local function cross(word)
  if #pile == 0 then return lay(word, 0, ACROSS) end
  for _, cell in ipairs(cells()) do
    for place = 1, #word do
      if word:sub(place, place) == grid[cell] then
        local before = place - 1
        if lay(word, cell - before * ACROSS, ACROSS) or lay(word, cell - before * DOWN, DOWN) then return true end
      end
    end
  end
  return false
end

local function lay_word()
  local held = ""
  for letter in pairs(loose) do held = held .. (is_held(letter) and letter or "") end
  local allowed, some = #pile > 0 and 1 or 0, {}
  for _ = 1, #words > 0 and SAMPLE or 0 do
    local word = words[math.random(#words)]
    local _, missing = word:gsub("[^" .. held .. "]", "")
    if #word > 1 and missing <= allowed then table.insert(some, word) end
  end
  table.sort(some, function(one, other) return #one > #other end)
  for _, word in ipairs(some) do
    if cross(word) then return true end
  end
  return false
end

local function lay_letter()
  for letter in HARD_LETTERS_FIRST:gmatch(".") do
    if is_held(letter) then
      if #pile == 0 then return loose_count == 1 and lay(letter, 0, ACROSS) end -- one tile alone is legal
      for _, cell in ipairs(cells()) do
        for _, beside in ipairs({ cell + 1, cell - 1, cell + WIDTH, cell - WIDTH }) do
          if not grid[beside] and lay(letter, beside, ACROSS) then return true end
        end
      end
    end
  end
  return false
end

-- Whether all tiles are on the grid.
local function solve(patience)
  for attempt = 1, patience do
    while loose_count > 0 and (loose_count > 3 and lay_word() or lay_letter() or lay_word()) do end
    if loose_count == 0 then return true end
    for _ = 1, math.random(1 + attempt) do take_back() end
  end
  return false
end

local function drawing()
  local left, right, top, bottom = math.huge, -math.huge, math.huge, -math.huge
  for cell in pairs(grid) do
    local y = (cell + WIDTH // 2) // WIDTH
    local x = cell - y * WIDTH
    left, right, top, bottom = math.min(left, x), math.max(right, x), math.min(top, y), math.max(bottom, y)
  end
  local text = { string.format("%03d%03d", right - left + 1, bottom - top + 1) }
  for y = top, bottom do
    for x = left, right do table.insert(text, grid[y * WIDTH + x] or ".") end
  end
  return table.concat(text)
end

local function next_message()
  local letters = {}
  while true do
    local letter = io.read(1)
    if not letter then os.exit() end -- the host has exited
    if letter == "." then return table.concat(letters) end
    table.insert(letters, letter)
  end
end

for word in io.lines(os.getenv("WORDHOST_DICTIONARY")) do
  table.insert(words, word)
  is_word[word] = true
end
math.randomseed(os.time())
io.write("r") -- without a newline
hold(next_message())
local patience, dumped = TRIES, nil
while true do
  if not dumped then -- if a dump has no answer yet, it waits for it
    if solve(patience) then
      io.write("p", drawing())
    else
      for letter in HARD_LETTERS_FIRST:gmatch(".") do
        if not dumped and is_held(letter) then dumped = letter end
      end
      loose[dumped], loose_count = loose[dumped] - 1, loose_count - 1
      io.write("d", dumped)
    end
  end
  local letters = next_message()
  if letters:find("^[A-Z]+$") then -- others are from a later version of the host
    hold(letters)
    if #letters == 3 then
      patience, dumped = TRIES, nil
    elseif letters == dumped then -- the letter came back because the bunch is nearly empty
      patience, dumped = patience * 2, nil
    end
  end
end
