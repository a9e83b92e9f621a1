//! A small Scrabble player in Rust. Nothing to install.
//!
//!     rustc -O -o player player.rs
//!     wordhost scrabble ./player ./player
//!
//! How it plays: it reads the board from the `layout` lines, tries each word that can be made from its tiles and the
//! letters of a row or column, and lays the word whose tiles are worth the most. On a board without `layout`, or
//! without a word list, it passes.
//!
//! What to change first: `play_of` counts only the points on the tiles; the `premium` lines list the squares that
//! multiply points.
use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

const THINKING: Duration = Duration::from_secs(1); // or a quarter of the turn, if that is less
const ACROSS: Place = (1, 0);
const DOWN: Place = (0, 1);

type Place = (i32, i32);

fn plus((x, y): Place, (dx, dy): Place, times: i32) -> Place {
    (x + dx * times, y + dy * times)
}

fn other(step: Place) -> Place {
    (step.1, step.0)
}

fn number(text: &str) -> i32 {
    text.parse().unwrap_or(0)
}

fn bits<'a>(letters: impl IntoIterator<Item = &'a char>) -> u64 {
    letters.into_iter().fold(0, |set, &letter| set | 1 << (letter as u32 & 63))
}

#[derive(Default)]
struct Player {
    words: Vec<(Vec<char>, u64)>, // each with the set of its letters, as bits
    is_word: HashSet<Vec<char>>,
    center: Place,
    corner: Place,
    size: Place,
    rows: Vec<Vec<u8>>,
    faces: HashMap<i32, HashMap<char, i32>>, // tile -> letter -> points: all that it can stand for
    hand: Vec<i32>,                          // tiles, those of one letter first
    grid: HashMap<Place, char>,
}

impl Player {
    fn is_square(&self, at: Place) -> bool {
        let (x, y) = (at.0 - self.corner.0, at.1 - self.corner.1);
        let row = self.rows.get(y as usize); // none if y is negative
        row.and_then(|row| row.get(x as usize)).map_or(false, |&cell| cell != b'#')
    }

    /// The run through a free cell, if this letter lay there.
    fn run_through(&self, at: Place, letter: char, step: Place) -> Vec<char> {
        let lying = |direction: i32| (1..).map_while(move |times| self.grid.get(&plus(at, step, times * direction)));
        let mut run: Vec<char> = lying(-1).copied().collect();
        run.reverse();
        run.push(letter);
        run.extend(lying(1));
        run
    }

    /// What the play of a word from a cell on is worth, and its placements.
    fn play_of(&self, word: &[char], first: Place, step: Place) -> Option<(i32, String)> {
        let is_free = |times: i32| !self.grid.contains_key(&plus(first, step, times));
        if !is_free(-1) || !is_free(word.len() as i32) {
            return None;
        }
        let (mut held, mut worth, mut touches) = (self.hand.clone(), 0, false);
        let mut placements = String::new();
        for (times, &letter) in (0..).zip(word) {
            let at = plus(first, step, times);
            if let Some(&there) = self.grid.get(&at) {
                if there != letter {
                    return None;
                }
                touches = true;
                continue;
            }
            let tile = held.remove(held.iter().position(|tile| self.faces[tile].contains_key(&letter))?);
            let run = self.run_through(at, letter, other(step));
            if !self.is_square(at) || (run.len() > 1 && !self.is_word.contains(&run)) {
                return None;
            }
            touches = touches || run.len() > 1 || (self.grid.is_empty() && at == self.center);
            let points = self.faces[&tile][&letter];
            placements += &format!(" {} {} {}{}{}", at.0, at.1, tile, letter, points);
            worth += 1 + points;
        }
        Some((worth, placements)).filter(|_| touches && worth > 0)
    }

    /// Whether something lies in this row or column, or beside it; at first, whether the center is in it.
    fn is_near(&self, cells: &[Place], step: Place) -> bool {
        if self.grid.is_empty() {
            return cells.contains(&self.center);
        }
        cells.iter().any(|&at| (-1..=1).any(|aside| self.grid.contains_key(&plus(at, other(step), aside))))
    }

    fn best_play(&self, until: Instant) -> String {
        let mut best = (0, String::new());
        let rows = (0..self.size.1).map(|y| (plus(self.corner, DOWN, y), ACROSS, self.size.0));
        let columns = (0..self.size.0).map(|x| (plus(self.corner, ACROSS, x), DOWN, self.size.1));
        for (first, step, length) in rows.chain(columns) {
            let cells: Vec<Place> = (0..length).map(|times| plus(first, step, times)).collect();
            if !self.is_near(&cells, step) {
                continue;
            }
            let (single, blanks): (Vec<i32>, Vec<i32>) = self.hand.iter().partition(|tile| self.faces[tile].len() == 1);
            let held = single.iter().flat_map(|tile| self.faces[tile].keys());
            let available = bits(held.chain(cells.iter().filter_map(|at| self.grid.get(at))));
            for (word, letters) in &self.words {
                if (letters & !available).count_ones() as usize > blanks.len() {
                    continue;
                }
                if Instant::now() > until {
                    return best.1;
                }
                for &at in cells.iter().take((cells.len() + 1).saturating_sub(word.len())) {
                    best = self.play_of(word, at, step).filter(|play| play.0 > best.0).unwrap_or(best);
                }
            }
        }
        best.1
    }

    fn draw(&mut self, counts: &[&str]) {
        for (tile, count) in counts.iter().filter_map(|each| each.split_once('x')) {
            self.hand.extend((0..number(count)).map(|_| number(tile)));
        }
        let faces = &self.faces;
        self.hand.sort_by_key(|tile| faces[tile].len());
    }

    fn lay(&mut self, placements: &[&str], is_mine: bool) {
        for placement in placements.chunks_exact(3) {
            let end = placement[2].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0);
            let (tile, face) = placement[2].split_at(end);
            self.grid.extend(face.chars().next().map(|letter| ((number(placement[0]), number(placement[1])), letter)));
            let place = self.hand.iter().position(|&each| each == number(tile));
            if let Some(place) = place.filter(|_| is_mine) {
                self.hand.remove(place);
            }
        }
    }

    fn read_words(&mut self, path: &str) -> io::Result<()> {
        let text = std::fs::read_to_string(path)?;
        self.is_word = text.lines().map(|word| word.chars().collect()).collect();
        let long = self.is_word.iter().filter(|word| word.len() > 1);
        self.words = long.map(|word| (word.clone(), bits(word))).collect();
        Ok(())
    }

    fn read_tile(&mut self, tile: &str, faces: &str) {
        let face = |text: &str| {
            let mut letters = text.chars();
            letters.next().map(|letter| (letter, number(letters.as_str())))
        };
        self.faces.insert(number(tile), faces.split(',').filter_map(face).collect());
    }
}

fn say(line: &str) -> io::Result<()> {
    println!("{}", line);
    io::stdout().flush() // the host cannot hear what is still in a buffer
}

fn main() -> io::Result<()> {
    let mut player = Player::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (keyword, text) = line.split_once(' ').unwrap_or((line.as_str(), ""));
        let rest: Vec<&str> = text.split_whitespace().collect();
        match keyword {
            "dictionary" if text != "none" => player.read_words(text)?,
            "center" => player.center = (number(rest[0]), number(rest[1])),
            "layout" if text != "none" => {
                player.corner = (number(rest[0]), number(rest[1]));
                player.size = (number(rest[2]), number(rest[3]));
            }
            "row" => player.rows.push(text.bytes().collect()),
            "tile" => player.read_tile(rest[0], rest[1]),
            "hand" | "changesuccess" => player.draw(&rest),
            "end" => say("ready")?,
            "played" => player.lay(&rest[2..], false),
            "playsuccess" => {
                let new = rest.iter().position(|&word| word == "new").unwrap_or(rest.len() - 1);
                player.lay(&rest[1..new], true);
                player.draw(&rest[new + 1..]);
            }
            "turn" => {
                let limit = rest[0].parse().map_or(THINKING, |ms: u64| Duration::from_millis(ms / 4));
                let placements = player.best_play(Instant::now() + limit.min(THINKING));
                let answer = if placements.is_empty() { " pass".to_string() } else { format!(" play{}", placements) };
                say(&format!("@{}{}", rest[1], answer))?;
            }
            "gameover" => break,
            _ => {}
        }
    }
    Ok(())
}
