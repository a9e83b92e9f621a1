#!/usr/bin/env perl
# A small Scrabble player in Perl. Perl 5.10 or later; nothing to install.
#
#     wordhost scrabble "perl player.pl" "perl player.pl"
#
# How it plays: it reads the board from the `layout` lines. For each part of a row or column that a play can cover, it
# looks up the words made of the letters on the board and some of its own, and lays the word whose tiles are worth the
# most. On a board without `layout`, or without a word list, it passes.
#
# What to change first: `play_of` counts only the points on the tiles; the `premium` lines list the squares that
# multiply points.
use strict;
use warnings;
use Time::HiRes 'time';

$| = 1;    # write each line at once: the host cannot read what is still in a buffer
binmode STDIN, ':encoding(UTF-8)';
binmode STDOUT, ':encoding(UTF-8)';
my $THINKING = 1;    # seconds, or a quarter of the turn if that is less
my $MOST_COMBINATIONS = 5000;
my (%is_word, %anagrams, @rows, %faces, %hand, %grid);    # anagrams: the letters in order -> the words that have them
my ($cx, $cy, $left, $top, $wide, $high) = (0, 0);

sub is_square {
    my ($x, $y) = @_;
    return 0 if $x < $left || $y < $top || $x >= $left + $wide || $y >= $top + $high;
    return substr($rows[$y - $top], $x - $left, 1) ne '#';
}

# The letters that lie in a line from here on, without this cell.
sub lying {
    my ($x, $y, $dx, $dy) = @_;
    my $letters = '';
    while (defined(my $letter = $grid{ ($x += $dx) . ' ' . ($y += $dy) })) { $letters .= $letter }
    return $letters;
}

# A tile that can stand for a letter: one that can stand for nothing else is best.
sub tile_for {
    my ($letter, $held) = @_;
    my ($best) = sort { keys %{ $faces{$a} } <=> keys %{ $faces{$b} } }
        grep { $held->{$_} > 0 && exists $faces{$_}{$letter} } keys %$held;
    return $best;
}

# What the play of a word from (x, y) on is worth, and its placements; nothing if it is no play.
sub play_of {
    my ($word, $x, $y, $dx, $dy) = @_;
    my $size = length $word;
    return if exists $grid{ ($x - $dx) . ' ' . ($y - $dy) } || exists $grid{ ($x + $dx * $size) . ' ' . ($y + $dy * $size) };
    my ($worth, $touches, @placements) = (0, 0);
    my %held = %hand;
    for my $letter (split //, $word) {
        if (defined(my $there = $grid{"$x $y"})) {
            return if $there ne $letter;
            $touches = 1;
        }
        else {
            return unless is_square($x, $y);
            my $tile = tile_for($letter, \%held);
            return unless defined $tile;
            $held{$tile}--;
            my $crossing = reverse(lying($x, $y, -$dy, -$dx)) . $letter . lying($x, $y, $dy, $dx);
            return if length $crossing > 1 && !$is_word{$crossing};
            $touches = 1 if length $crossing > 1 || (!%grid && $x == $cx && $y == $cy);
            push @placements, "$x $y $tile$letter$faces{$tile}{$letter}";
            $worth += 1 + $faces{$tile}{$letter};
        }
        $x += $dx;
        $y += $dy;
    }
    return $touches && @placements ? ($worth, "@placements") : ();
}

sub in_order { return join '', sort split //, $_[0] }

# What some of the tiles in hand can stand for, each time with the letters in order.
sub combinations {
    my %all = ('' => 1);
    my @tiles = sort { keys %{ $faces{$a} } <=> keys %{ $faces{$b} } } map { ($_) x $hand{$_} } keys %hand;
    for my $tile (@tiles) {
        for my $letters (keys %all) {
            last if keys %all > $MOST_COMBINATIONS;
            $all{ in_order($letters . $_) } = 1 for keys %{ $faces{$tile} };
        }
    }
    return grep { $_ ne '' } keys %all;
}

# The words that have just these letters and one of the combinations, by their length.
sub words_with {
    my ($letters, @combinations) = @_;
    my @words;
    for (map { @{ $anagrams{ in_order($letters . $_) } || [] } } @combinations) { push @{ $words[length] }, $_ }
    return \@words;
}

# Whether a tile laid here would touch another, or lie on the centre as the first.
sub is_beside {
    my ($x, $y) = @_;
    return $x == $cx && $y == $cy unless %grid;
    return grep { exists $grid{$_} } ($x - 1) . " $y", ($x + 1) . " $y", "$x " . ($y - 1), "$x " . ($y + 1);
}

sub best_play {
    my ($until) = @_;
    return '' unless defined $wide;
    my ($most, $best) = (0, '');
    my @combinations = combinations();
    my %found;    # letters that lie -> the words that have these and some of the hand
    for my $first (map { my $x = $_; map { [$x, $_] } $top .. $top + $high - 1 } $left .. $left + $wide - 1) {
        for my $across (1, 0) {
            my ($x, $y) = @$first;
            my ($dx, $dy) = ($across, 1 - $across);
            my ($lying, $size, $touches) = ('', 0, 0);
            next if exists $grid{ ($x - $dx) . ' ' . ($y - $dy) };
            for (; is_square($x, $y); $x += $dx, $y += $dy) {
                return $best if time > $until;
                $size++;
                $touches ||= is_beside($x, $y);
                $lying = in_order($lying . ($grid{"$x $y"} // ''));
                next if !$touches || exists $grid{ ($x + $dx) . ' ' . ($y + $dy) };
                $found{$lying} ||= words_with($lying, @combinations);
                for my $word (@{ $found{$lying}[$size] || [] }) {
                    my ($worth, $placements) = play_of($word, @$first, $dx, $dy) or next;
                    ($most, $best) = ($worth, $placements) if $worth > $most;
                }
            }
        }
    }
    return $best;
}

sub draw {
    for (@_) { my ($tile, $number) = split /x/; $hand{$tile} += $number }
}

sub lay {
    my ($is_mine, @placements) = @_;
    while (my ($x, $y, $what) = splice @placements, 0, 3) {
        my ($tile, $letter) = $what =~ /^(\d+)(\D)/;
        $grid{"$x $y"} = $letter;
        $hand{$tile}-- if $is_mine;
    }
}

while (my $line = <STDIN>) {
    $line =~ s/\s+$//;
    my ($keyword, @rest) = split ' ', $line;
    next unless defined $keyword;
    if ($keyword eq 'dictionary' && $rest[0] ne 'none') {
        open my $file, '<:encoding(UTF-8)', substr($line, 11) or die "no word list: $!";
        chomp(my @words = <$file>);
        @is_word{@words} = (1) x @words;
        push @{ $anagrams{ in_order($_) } }, $_ for grep { length > 1 } @words;
    }
    elsif ($keyword eq 'center') { ($cx, $cy) = @rest }
    elsif ($keyword eq 'layout') { ($left, $top, $wide, $high) = @rest if $rest[0] ne 'none' }
    elsif ($keyword eq 'row') { push @rows, $rest[0] }
    elsif ($keyword eq 'tile') { $faces{ $rest[0] } = { map { /^(.)(.*)$/ } split /,/, $rest[1] } }
    elsif ($keyword eq 'hand') { draw(@rest) }
    elsif ($keyword eq 'end') { print "ready\n" }
    elsif ($keyword eq 'played') { lay(0, @rest[2 .. $#rest]) }
    elsif ($keyword eq 'playsuccess') {
        my ($new) = grep { $rest[$_] eq 'new' } 0 .. $#rest;
        lay(1, @rest[1 .. $new - 1]);
        draw(@rest[$new + 1 .. $#rest]);
    }
    elsif ($keyword eq 'changesuccess') { draw(@rest) }
    elsif ($keyword eq 'turn') {
        my $seconds = $rest[0] eq 'none' || $rest[0] / 4000 > $THINKING ? $THINKING : $rest[0] / 4000;
        my $placements = best_play(time + $seconds);
        print "\@$rest[1] ", $placements eq '' ? 'pass' : "play $placements", "\n";
    }
    elsif ($keyword eq 'gameover') { last }
}
