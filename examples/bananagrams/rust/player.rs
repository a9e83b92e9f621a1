//! A small Bananagrams player in Rust, in the plain dialect. Nothing to install.
//!
//!     rustc -O -o player player.rs
//!     wordhost ./player ./player
//!
//! How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
//! stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
//!
//! What to change first: `lay_word` tries random words; a tree of letters (a trie) finds the words that the tiles can
//! make.
use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Write};

const TRIES: usize = 30;
const SAMPLE: usize = 5000;
const HARD_LETTERS_FIRST: &[u8] = b"QJXZVKWYFBHMPCGUDLNTSRIOAE";
const ACROSS: Place = (1, 0);
const DOWN: Place = (0, 1);

type Place = (i32, i32);

fn plus((x, y): Place, (dx, dy): Place, times: i32) -> Place {
    (x + dx * times, y + dy * times)
}

struct Player {
    words: Vec<Vec<u8>>,
    is_word: HashSet<Vec<u8>>,
    loose: [usize; 256], // letter -> how many are not on the grid
    grid: HashMap<Place, u8>,
    pile: Vec<Vec<Place>>, // the cells of each word or letter that was laid, in order
    chance: u64,
}

impl Player {
    fn new(text: &str) -> Player {
        let words: Vec<Vec<u8>> = text.lines().map(|word| word.as_bytes().to_vec()).collect();
        let is_word = words.iter().cloned().collect();
        let chance = u64::from(std::process::id()) * 2 + 1;
        Player { words, is_word, loose: [0; 256], grid: HashMap::new(), pile: Vec::new(), chance }
    }

    fn random(&mut self, limit: usize) -> usize {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance % limit as u64) as usize
    }

    fn hold(&mut self, letters: &[u8]) {
        letters.iter().for_each(|&letter| self.loose[usize::from(letter)] += 1);
    }

    fn is_held(&self, letter: u8) -> bool {
        self.loose[usize::from(letter)] > 0
    }

    fn loose_count(&self) -> usize {
        self.loose.iter().sum()
    }

    fn hardest(&self) -> Option<u8> {
        HARD_LETTERS_FIRST.iter().copied().find(|&letter| self.is_held(letter))
    }

    /// Whether what lies in a row or column through a cell is a word, or this letter alone.
    fn is_fine(&self, mut at: Place, step: Place) -> bool {
        while self.grid.contains_key(&plus(at, step, -1)) {
            at = plus(at, step, -1);
        }
        let run: Vec<u8> = (0..).map_while(|times| self.grid.get(&plus(at, step, times)).copied()).collect();
        run.len() == 1 || self.is_word.contains(&run)
    }

    /// Lays a word, or a letter, if its new letters are loose and it makes only words.
    fn lay(&mut self, word: &[u8], first: Place, step: Place) -> bool {
        let mut laid = Vec::new();
        let mut fits = true;
        for (times, &letter) in (0..).zip(word) {
            let at = plus(first, step, times);
            if !self.grid.contains_key(&at) && self.is_held(letter) {
                self.grid.insert(at, letter);
                self.loose[usize::from(letter)] -= 1;
                laid.push(at);
            }
            fits = fits && self.grid.get(&at) == Some(&letter);
        }
        fits = fits && !laid.is_empty() && laid.iter().all(|&at| self.is_fine(at, ACROSS) && self.is_fine(at, DOWN));
        self.pile.push(laid);
        if !fits {
            self.take_back();
        }
        fits
    }

    fn take_back(&mut self) {
        for at in self.pile.pop().unwrap_or_default() {
            if let Some(letter) = self.grid.remove(&at) {
                self.hold(&[letter]);
            }
        }
    }

    /// Lays a word across a tile that has one of its letters.
    fn cross(&mut self, word: &[u8]) -> bool {
        if self.grid.is_empty() {
            return self.lay(word, (0, 0), ACROSS);
        }
        for at in self.pile.concat() {
            for (times, letter) in (0..).zip(word) {
                if self.grid.get(&at) != Some(letter) {
                    continue;
                }
                if self.lay(word, plus(at, ACROSS, -times), ACROSS) || self.lay(word, plus(at, DOWN, -times), DOWN) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether all letters of a word are loose, but for one that may lie on the grid.
    fn is_possible(&self, word: &[u8]) -> bool {
        let missing = word.iter().filter(|&&letter| !self.is_held(letter)).count();
        word.len() > 1 && missing <= usize::from(!self.grid.is_empty())
    }

    fn lay_word(&mut self) -> bool {
        let chosen: Vec<usize> = (0..SAMPLE).map(|_| self.random(self.words.len())).collect();
        let mut some: Vec<Vec<u8>> = chosen.into_iter().map(|index| self.words[index].clone()).collect();
        some.retain(|word| self.is_possible(word));
        some.sort_by_key(|word| std::cmp::Reverse(word.len()));
        some.iter().any(|word| self.cross(word))
    }

    fn lay_letter(&mut self) -> bool {
        if self.grid.is_empty() {
            let only = self.hardest().filter(|_| self.loose_count() == 1); // one tile alone is legal
            return only.map_or(false, |letter| self.lay(&[letter], (0, 0), ACROSS));
        }
        let loose = self.loose;
        for &letter in HARD_LETTERS_FIRST.iter().filter(|&&letter| loose[usize::from(letter)] > 0) {
            for at in self.pile.concat() {
                for beside in [plus(at, ACROSS, 1), plus(at, ACROSS, -1), plus(at, DOWN, 1), plus(at, DOWN, -1)] {
                    if !self.grid.contains_key(&beside) && self.lay(&[letter], beside, ACROSS) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether all tiles are on the grid.
    fn solve(&mut self, patience: usize) -> bool {
        for attempt in 0..patience {
            while self.loose_count() > 3 && self.lay_word() || self.lay_letter() || self.lay_word() {}
            if self.loose_count() == 0 {
                return true;
            }
            for _ in 0..=self.random(2 + attempt) {
                self.take_back();
            }
        }
        false
    }

    fn drawing(&self) -> String {
        let (xs, ys): (Vec<i32>, Vec<i32>) = self.grid.keys().copied().unzip();
        let range = |all: &[i32]| all.iter().copied().min().unwrap_or(0)..all.iter().copied().max().unwrap_or(0) + 1;
        let (columns, rows) = (range(&xs), range(&ys));
        let mut text = format!("{:03}{:03}", columns.len(), rows.len());
        for y in rows {
            text.extend(columns.clone().map(|x| self.grid.get(&(x, y)).map_or('.', |&letter| char::from(letter))));
        }
        text
    }
}

fn say(message: &str) -> io::Result<()> {
    io::stdout().write_all(message.as_bytes())?; // without a newline
    io::stdout().flush() // the host cannot hear what is still in a buffer
}

fn next_message(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut message = Vec::new();
    input.read_until(b'.', &mut message)?;
    if message.pop() != Some(b'.') {
        std::process::exit(0); // the host has exited
    }
    Ok(message)
}

fn main() -> io::Result<()> {
    let path = std::env::var_os("WORDHOST_DICTIONARY").unwrap_or_default();
    let mut player = Player::new(&std::fs::read_to_string(path)?);
    let mut input = BufReader::new(io::stdin());
    let (mut patience, mut dumped) = (TRIES, None);
    say("r")?;
    let hand = next_message(&mut input)?;
    player.hold(&hand);
    loop {
        // Search only when there is no input. If a dump has no answer yet, wait for it.
        if dumped.is_none() && input.buffer().is_empty() {
            if player.solve(patience) {
                say(&format!("p{}", player.drawing()))?;
            } else if let Some(letter) = player.hardest() {
                player.loose[usize::from(letter)] -= 1;
                dumped = Some(letter);
                say(&format!("d{}", char::from(letter)))?;
            }
        }
        let letters = next_message(&mut input)?;
        if !letters.iter().all(u8::is_ascii_uppercase) {
            continue; // from a later version of the host
        }
        player.hold(&letters);
        if letters.len() == 3 {
            (patience, dumped) = (TRIES, None);
        } else if dumped.map_or(false, |letter| letters == [letter]) {
            (patience, dumped) = (patience * 2, None); // the letter came back because the bunch is nearly empty
        }
    }
}
