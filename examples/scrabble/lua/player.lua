-- A small Scrabble player in Lua. Lua 5.3 or later; nothing to install.
--
--     wordhost scrabble "lua5.4 player.lua" "lua5.4 player.lua"
--
-- How it plays: it reads the board from the `layout` lines, tries each word that can be made from its tiles and the
-- letters of a row or column, and lays the word whose tiles are worth the most. On a board without `layout`, or
-- without a word list, it passes.
--
-- What to change first: `play_of` counts only the points on the tiles; the `premium` lines list the squares that
-- multiply points.
io.stdout:setvbuf("no") -- write each line at once: the host cannot read what is still in a buffer

local THINKING = 1 -- seconds, or a quarter of the turn if that is less
local ROW = 1 << 32 -- a cell is y * ROW + x
local ACROSS, DOWN = 1, ROW
local words, bits_of, is_word = {}, {}, {}
local rows, faces, hand, grid = {}, {}, {}, {} -- faces: tile -> letter -> points; hand: tiles; grid: cell -> letter
local center, left, top, wide, high = 0, 0, 0, 0, 0

local function place_of(cell)
  local y = (cell + ROW // 2) // ROW
  return cell - y * ROW, y
end

local function is_square(cell)
  local x, y = place_of(cell)
  local row = rows[y - top + 1] or ""
  return x >= left and x < left + #row and row:byte(x - left + 1) ~= ("#"):byte()
end

local function bits(letters)
  local set = 0
  for _, code in utf8.codes(letters) do set = set | 1 << (code & 63) end
  return set
end

local function face_count(tile)
  local count = 0
  for _ in pairs(faces[tile]) do count = count + 1 end
  return count
end

-- The run through a free cell, if this letter lay there.
local function run_through(cell, letter, step)
  local run, before, after = letter, cell - step, cell + step
  while grid[before] do
    run, before = grid[before] .. run, before - step
  end
  while grid[after] do
    run, after = run .. grid[after], after + step
  end
  return run
end

-- What the play of a word from a cell on is worth, and its placements; 0 if it is none.
local function play_of(word, cell, step)
  if grid[cell - step] then return 0 end
  local worth, touches, used, placements = 0, false, {}, {}
  for letter in word:gmatch(utf8.charpattern) do
    if grid[cell] then
      if grid[cell] ~= letter then return 0 end
      touches = true
    else
      local chosen
      for index, tile in ipairs(hand) do -- those of one letter come first
        if not chosen and not used[index] and faces[tile][letter] then chosen = index end
      end
      if not chosen or not is_square(cell) then return 0 end
      used[chosen] = true
      local across = run_through(cell, letter, step == ACROSS and DOWN or ACROSS)
      if across ~= letter and not is_word[across] then return 0 end
      touches = touches or across ~= letter or next(grid) == nil and cell == center
      local x, y = place_of(cell)
      local tile = hand[chosen]
      table.insert(placements, string.format("%d %d %d%s%d", x, y, tile, letter, faces[tile][letter]))
      worth = worth + 1 + faces[tile][letter]
    end
    cell = cell + step
  end
  if grid[cell] or not touches then return 0 end
  return worth, table.concat(placements, " ")
end

-- Whether something lies in this row or column, or beside it; at first, whether the center is in it.
local function is_near(first, step, length)
  local across = step == ACROSS and DOWN or ACROSS
  for cell = first, first + (length - 1) * step, step do
    if grid[cell] or grid[cell - across] or grid[cell + across] then return true end
    if next(grid) == nil and cell == center then return true end
  end
  return false
end

local function best_play(deadline)
  local most, best = 0, nil
  local lines = {} -- each: its first cell, the step to the next, and how many there are
  for y = top, top + high - 1 do table.insert(lines, { y * ROW + left, ACROSS, wide }) end
  for x = left, left + wide - 1 do table.insert(lines, { top * ROW + x, DOWN, high }) end
  for _, line in ipairs(lines) do
    local first, step, length = table.unpack(line)
    local letters, blanks = "", 0
    for _, tile in ipairs(hand) do
      if face_count(tile) == 1 then letters = letters .. next(faces[tile]) else blanks = blanks + 1 end
    end
    for place = 0, length - 1 do letters = letters .. (grid[first + place * step] or "") end
    local available = bits(letters)
    for index, word in ipairs(is_near(first, step, length) and words or {}) do
      local missing, count = bits_of[index] & ~available, 0
      while missing ~= 0 do
        missing, count = missing & (missing - 1), count + 1
      end
      if count <= blanks then
        if os.clock() > deadline then return best end
        for place = 0, length - utf8.len(word) do
          local worth, placements = play_of(word, first + place * step, step)
          if worth > most then
            most, best = worth, placements
          end
        end
      end
    end
  end
  return best
end

local function draw(counts)
  for _, count in ipairs(counts) do
    local tile, number = count:match("(%d+)x(%d+)")
    for _ = 1, tonumber(number) do table.insert(hand, tonumber(tile)) end
  end
  table.sort(hand, function(one, other) return face_count(one) < face_count(other) end)
end

local function lay(placements, is_mine)
  for index = 1, #placements - 2, 3 do
    local tile, letter = placements[index + 2]:match("^(%d+)(%D+)")
    grid[tonumber(placements[index + 1]) * ROW + tonumber(placements[index])] = letter
    for each = #hand, 1, -1 do
      if is_mine and hand[each] == tonumber(tile) then
        table.remove(hand, each)
        break
      end
    end
  end
end

local function read_words(path)
  for word in io.lines(path) do
    is_word[word] = true
    if utf8.len(word) > 1 then
      table.insert(words, word)
      table.insert(bits_of, bits(word))
    end
  end
end

for line in io.lines() do
  local rest = {}
  for word in line:gmatch("%S+") do table.insert(rest, word) end
  local keyword = table.remove(rest, 1)
  if keyword == "dictionary" and rest[1] ~= "none" then
    read_words((line:gsub("^dictionary ", "")))
  elseif keyword == "center" then
    center = tonumber(rest[2]) * ROW + tonumber(rest[1])
  elseif keyword == "layout" and rest[1] ~= "none" then
    left, top, wide, high = table.unpack(rest)
    left, top, wide, high = tonumber(left), tonumber(top), tonumber(wide), tonumber(high)
  elseif keyword == "row" then
    table.insert(rows, rest[1])
  elseif keyword == "tile" then
    local all = {}
    for letter, points in rest[2]:gmatch("([^%d,-]+)(-?%d+)") do all[letter] = tonumber(points) end
    faces[tonumber(rest[1])] = all
  elseif keyword == "hand" or keyword == "changesuccess" then
    draw(rest)
  elseif keyword == "end" then
    print("ready")
  elseif keyword == "played" then
    lay(table.move(rest, 3, #rest, 1, {}), false)
  elseif keyword == "playsuccess" then
    local mine, drawn = line:match("^playsuccess %S+ (.*) new ?(.*)$")
    local laid, new = {}, {}
    for word in mine:gmatch("%S+") do table.insert(laid, word) end
    for word in drawn:gmatch("%S+") do table.insert(new, word) end
    lay(laid, true)
    draw(new)
  elseif keyword == "turn" then
    local seconds = math.min(THINKING, (tonumber(rest[1]) or math.huge) / 4000)
    local placements = best_play(os.clock() + seconds)
    print("@" .. rest[2] .. (placements and " play " .. placements or " pass"))
  elseif keyword == "gameover" then
    break
  end
end
