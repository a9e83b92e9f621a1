#!/usr/bin/env ruby
# frozen_string_literal: true

# A small Bananagrams player in Ruby. It speaks the numbered dialect.
#
#     wordhost "ruby player.rb" "ruby player.rb"
#
# How it plays: it lays the longest word that it finds, then words that cross it, then single letters next to other
# tiles. It puts everything that it lays on a stack: when it is stuck, it takes back the last few words and tries
# others. If that fails, it dumps the letter that is hardest to use.
#
# What to change first: search the word list as a tree (a trie); remove words anywhere on the board, not only the last
# ones; and check for peels of other players during the search, not only after it.

require 'io/wait'
require 'set'

# The host names the file of the words: uppercase, one on each line.
WORDS = File.readlines(ENV.fetch('WORDHOST_DICTIONARY'), chomp: true)
BY_LENGTH = WORDS.group_by(&:length)
WORD_SET = WORDS.to_set
HARD_LETTERS_FIRST = 'QJXZVKWYFBHMPCGUDLNTSRIOAE'
ACROSS = [1, 0].freeze
DOWN = [0, 1].freeze
CHANCE = Random.new(ENV.fetch('WORDHOST_PLAYER_SEED', '1').to_i)

# The tiles of one player: those on the grid, and the loose ones.
class Board
  def initialize
    @grid = {} # [column, row] => letter; rows and columns may be negative
    @pile = [] # what was laid, in order: each a hash like the grid
    @loose = Hash.new(0) # letter => how many
  end

  def add(letters)
    letters.each_char { |letter| @loose[letter] += 1 }
  end

  # Dumps the loose letter that is hardest to use.
  def remove_hardest
    letter = loose_letters.first
    @loose[letter] -= 1
    letter
  end

  def loose_count
    @loose.values.sum
  end

  # True if every tile is on the grid within this many tries.
  def solve(tries)
    tries.times do |attempt|
      lay_all
      return true if loose_count.zero?

      CHANCE.rand(1..2 + attempt).times { take_back }
    end
    false
  end

  # The grid as the host expects it: width, height, then the rows.
  def to_s
    left, right = @grid.keys.map(&:first).minmax
    top, bottom = @grid.keys.map(&:last).minmax
    cells = (top..bottom).map { |row| (left..right).map { |column| @grid.fetch([column, row], '.') }.join }
    format('%03d%03d%s', right - left + 1, bottom - top + 1, cells.join)
  end

  private

  # Words first while there are many letters, single letters first for the last few.
  def lay_all
    until loose_count.zero?
      laid = loose_count > 3 ? lay_word || lay_letter : lay_letter || lay_word
      return unless laid
    end
  end

  # A long word from a random sample; if none fits, any word.
  def lay_word
    most = loose_count + 1
    lengths = BY_LENGTH.keys.select { |length| length <= most }.sort
    some = lengths.reverse.flat_map { |length| BY_LENGTH[length].sample(100, random: CHANCE) }
    lay(spot_among(some) || spot_among(lengths.flat_map { |length| BY_LENGTH[length] }))
  end

  def spot_among(words)
    words.each do |word|
      spot = missing(word) <= 1 && spot_for_word(word)
      return spot if spot
    end
    nil
  end

  def lay_letter
    loose_letters.each do |letter|
      spot = spot_for_letter(letter)
      return lay(spot) if spot
    end
    nil
  end

  def lay(tiles)
    return if tiles.nil?

    @grid.update(tiles)
    tiles.each_value { |letter| @loose[letter] -= 1 }
    @pile.push(tiles)
  end

  def take_back
    (@pile.pop || {}).each do |cell, letter|
      @grid.delete(cell)
      @loose[letter] += 1
    end
  end

  def loose_letters
    HARD_LETTERS_FIRST.each_char.select { |letter| @loose[letter].positive? }
  end

  # How many of the word's letters are not loose.
  def missing(word)
    word.each_char.tally.sum { |letter, count| [count - @loose[letter], 0].max }
  end

  # A cell beside a tile where the letter makes only words. One tile alone is legal, too.
  def spot_for_letter(letter)
    return loose_count == 1 ? { [0, 0] => letter } : nil if @grid.empty?

    cells = @grid.keys.flat_map { |c, r| [[c + 1, r], [c - 1, r], [c, r + 1], [c, r - 1]] }.uniq - @grid.keys
    cell = cells.shuffle(random: CHANCE).find { |free| fine?(free, letter, ACROSS) && fine?(free, letter, DOWN) }
    cell && { cell => letter }
  end

  # The new tiles of this word, where it crosses a tile and makes only words.
  def spot_for_word(word)
    return fit(word, [0, 0], ACROSS) if @grid.empty?

    @grid.each do |(column, row), letter|
      word.each_char.with_index do |same, index|
        next unless same == letter

        spot = fit(word, [column - index, row], ACROSS) || fit(word, [column, row - index], DOWN)
        return spot if spot
      end
    end
    nil
  end

  # The new tiles of this word if it starts here, or nil if it can't.
  def fit(word, start, direction)
    cells = Array.new(word.length) { |index| step(start, direction, index) }
    return if @grid.key?(step(start, direction, -1)) || @grid.key?(step(start, direction, word.length))
    return unless cells.zip(word.chars).all? { |cell, letter| @grid.fetch(cell, letter) == letter }

    tiles = cells.zip(word.chars).reject { |cell, _| @grid.key?(cell) }.to_h
    crossing = direction == ACROSS ? DOWN : ACROSS
    return unless tiles.any? && tiles.values.tally.all? { |letter, count| count <= @loose[letter] }

    tiles if tiles.all? { |cell, letter| fine?(cell, letter, crossing) }
  end

  # Whether the run through this cell would be a word, or only one letter, if `letter` stood in it.
  def fine?(cell, letter, direction)
    run = letter
    at = cell
    run = @grid[at] + run while @grid.key?(at = step(at, direction, -1))
    at = cell
    run += @grid[at] while @grid.key?(at = step(at, direction, 1))
    run.length == 1 || WORD_SET.include?(run)
  end

  def step(cell, direction, steps)
    [cell[0] + direction[0] * steps, cell[1] + direction[1] * steps]
  end
end

# The pipe to the host: full stops end its messages, and nothing stands between them.
class Host
  def initialize
    $stdout.sync = true # without this our messages wait in a buffer of our own
    @arrived = +''
  end

  def say(message)
    $stdout.write(message) # no newline: the host allows none
  end

  # Waits for the next message and returns it without its period.
  def listen
    @arrived << $stdin.readpartial(65_536) until @arrived.include?('.')
    @arrived.slice!(/\A[^.]*\./).chop
  end

  def something_arrived?
    @arrived << $stdin.readpartial(65_536) if !@arrived.include?('.') && $stdin.wait_readable(0)
    @arrived.include?('.')
  end
end

# One game, from ready to the last peel.
class Player
  TRIES_BEFORE_DUMP = 30

  def initialize
    @host = Host.new
    @board = Board.new
    @next_peel = 1 # one more than the last peel that we were told of
    @dumping = false # we dumped a letter and have no answer yet
    @offered = false # we have peeled and have no answer yet
    @patience = TRIES_BEFORE_DUMP
    @over = false
  end

  def play
    @host.say('n')
    @board.add(@host.listen)
    until @over
      # Search only when there is no input. Before a dump is answered we may not peel, so we wait.
      think unless @dumping || @offered || @host.something_arrived?
      hear(@host.listen)
    end
  rescue EOFError
    # The host has gone.
  end

  private

  def think
    if @board.solve(@patience)
      @host.say(format('p%03d%s', @next_peel, @board))
      @offered = true
    elsif @board.loose_count.positive?
      @host.say("d#{@board.remove_hardest}")
      @dumping = true
    end
  end

  def hear(message)
    case message
    when /\A[+=](\d{3})([A-Z]?)\z/ # a peel stands, ours or another's; everybody draws a letter
      @next_peel = (Regexp.last_match(1).to_i + 1) % 1000
      @over = Regexp.last_match(2).empty? # that was the last peel
      @board.add(Regexp.last_match(2))
      @offered = false if message.start_with?('+')
    when /\A-/ # our peel was too late; the letter of the other peel arrived before this message
      @offered = false
    when /\Ad([A-Z]+)\z/ # one tile: the bunch is nearly empty and our own tile came back, so try harder
      @dumping = false
      @patience = Regexp.last_match(1).length == 1 ? @patience * 2 : TRIES_BEFORE_DUMP
      @board.add(Regexp.last_match(1))
    end
    # Anything else is from a later version of the host: skip it.
  end
end

Player.new.play
