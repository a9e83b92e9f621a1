//! A small Boggle player in Rust, for both sets of rules. Nothing to install.
//!
//!     rustc -O -o player player.rs
//!     wordhost boggle ./player ./player
//!
//! How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all
//! words that it finds; with turns, the longest word that nobody has found yet.
//!
//! What to change first: it searches for each word separately; a walk over the board along a tree of the words (a
//! trie) finds all words faster, which matters if the time is short or the board is large.
use std::io::{self, BufRead, Write};

#[derive(Default)]
struct Board {
    width: usize,
    cells: Vec<String>,
    near: Vec<Vec<usize>>,
}

impl Board {
    fn find_neighbors(&mut self) {
        let (width, count) = (self.width, self.cells.len());
        let is_near = |at: usize, other: usize| {
            at != other && (at % width).abs_diff(other % width) <= 1 && (at / width).abs_diff(other / width) <= 1
        };
        self.near = (0..count).map(|at| (0..count).filter(|&other| is_near(at, other)).collect()).collect();
    }

    /// Whether the rest of a word goes on from one of these cells, without one that is used.
    fn goes_on(&self, rest: &str, next: &[usize], used: &mut Vec<bool>) -> bool {
        if rest.is_empty() {
            return true;
        }
        for &cell in next {
            let Some(more) = rest.strip_prefix(self.cells[cell].as_str()) else { continue };
            if used[cell] {
                continue;
            }
            used[cell] = true;
            let found = self.goes_on(more, &self.near[cell], used);
            used[cell] = false;
            if found {
                return true;
            }
        }
        false
    }

    fn words_of(&self, words: &[String]) -> Vec<String> {
        let all: Vec<usize> = (0..self.cells.len()).collect();
        let mut used = vec![false; all.len()];
        let is_there = |word: &&String| word.len() > 2 && self.goes_on(word, &all, &mut used);
        let mut found: Vec<String> = words.iter().filter(is_there).cloned().collect();
        found.sort_by_key(|word| std::cmp::Reverse(word.len()));
        found
    }
}

fn main() -> io::Result<()> {
    let (mut is_classic, mut words, mut guesses) = (true, Vec::new(), Vec::new());
    let mut board = Board::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (keyword, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
        let fields: Vec<&str> = rest.split_whitespace().collect();
        match keyword {
            "rules" => is_classic = rest == "classic",
            "dictionary" => words = std::fs::read_to_string(rest)?.lines().map(String::from).collect(),
            "row" => {
                board.width = fields.len();
                board.cells.extend(fields.iter().map(|cell| cell.to_string()));
            }
            "end" => {
                board.find_neighbors();
                guesses = board.words_of(&words);
                writeln!(out, "ready")?;
            }
            "start" if is_classic => {
                for word in &guesses {
                    writeln!(out, "guess {word}")?;
                }
                writeln!(out, "done")?;
            }
            "turn" if guesses.is_empty() => writeln!(out, "@{} pass", fields[1])?,
            "turn" => writeln!(out, "@{} guess {}", fields[1], guesses.remove(0))?,
            "scored" | "missed" => guesses.retain(|word| word != fields[1]),
            "gameover" => break,
            _ => {}
        }
        out.flush()?; // the host cannot hear what is still in a buffer
    }
    Ok(())
}
