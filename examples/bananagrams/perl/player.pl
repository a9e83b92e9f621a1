#!/usr/bin/env perl
# A small Bananagrams player in Perl, in the plain dialect. Perl 5.10 or later; nothing to install.
#
#     wordhost "perl player.pl" "perl player.pl"
#
# How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
# stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
#
# What to change first: it lays any word that fits; a word with the letters that are hardest to use is better.
use strict;
use warnings;
use List::Util qw(max min shuffle sum0);

my $TRIES = 30;
my @HARD_LETTERS_FIRST = split //, 'QJXZVKWYFBHMPCGUDLNTSRIOAE';
my (%loose, %grid, @pile, @words, %is_word);    # loose: letter -> how many; grid: "x y" -> letter
my ($arrived, $patience, $dumped) = ('', $TRIES, '');

sub say_it { syswrite STDOUT, $_[0] }    # without a newline, and at once
sub hold { $loose{$_}++ for split //, $_[0] }
sub loose_count { return sum0 values %loose }

sub lying {
    my ($x, $y, $dx, $dy) = @_;
    my $letters = '';
    while (defined(my $letter = $grid{ ($x += $dx) . ' ' . ($y += $dy) })) { $letters .= $letter }
    return $letters;
}

# Whether the run through a free cell would be a word, or this letter alone.
sub is_fine {
    my ($letter, $x, $y, $dx, $dy) = @_;
    my $run = reverse(lying($x, $y, -$dx, -$dy)) . $letter . lying($x, $y, $dx, $dy);
    return length $run == 1 || $is_word{$run};
}

# Lays a word, if it makes only words and its new letters are loose.
sub try_word {
    my ($word, $x, $y, $dx, $dy) = @_;
    my $size = length $word;
    return 0 if $grid{ ($x - $dx) . ' ' . ($y - $dy) } || $grid{ ($x + $dx * $size) . ' ' . ($y + $dy * $size) };
    my (%used, @laid);
    for my $letter (split //, $word) {
        if (my $there = $grid{"$x $y"}) { return 0 if $there ne $letter }
        else {
            return 0 if ++$used{$letter} > ($loose{$letter} || 0) || !is_fine($letter, $x, $y, $dy, $dx);
            push @laid, ["$x $y", $letter];
        }
        $x += $dx;
        $y += $dy;
    }
    return lay(@laid);
}

sub lay {
    my @laid = @_ or return 0;
    for (@laid) { $grid{ $_->[0] } = $_->[1]; $loose{ $_->[1] }-- }
    push @pile, [map { $_->[0] } @laid];
    return 1;
}

sub take_back {
    hold(delete $grid{$_}) for @{ pop @pile || [] };
}

# Lays a word across a tile that has one of its letters.
sub crosses {
    my ($word) = @_;
    return try_word($word, 0, 0, 1, 0) unless %grid;
    for my $cell (shuffle keys %grid) {
        my ($x, $y) = split ' ', $cell;
        for (my $at = index $word, $grid{$cell}; $at >= 0; $at = index $word, $grid{$cell}, $at + 1) {
            return 1 if try_word($word, $x - $at, $y, 1, 0) || try_word($word, $x, $y - $at, 0, 1);
            last unless defined $grid{$cell};
        }
    }
    return 0;
}

sub lay_word {
    my $most = min 15, loose_count() + 1;
    my $free = join '', grep { $loose{$_} } keys %loose;
    my $missing = %grid ? 1 : 0;
    my @some = sort { length $b <=> length $a } map { $words[rand @words] } 1 .. 3000;
    for my $list (\@some, \@words) {
        for my $word (@$list) {
            next if length $word < 2 || length $word > $most;
            my $others = () = $word =~ /[^\Q$free\E]/g;
            return 1 if $others <= $missing && crosses($word);
        }
    }
    return 0;
}

sub lay_letter {
    for my $letter (grep { $loose{$_} } keys %loose) {
        return loose_count() == 1 && lay(['0 0', $letter]) unless %grid;    # one tile alone is legal
        for my $cell (shuffle keys %grid) {
            my ($x, $y) = split ' ', $cell;
            for ([$x + 1, $y], [$x - 1, $y], [$x, $y + 1], [$x, $y - 1]) {
                next if $grid{"@$_"} || !is_fine($letter, @$_, 1, 0) || !is_fine($letter, @$_, 0, 1);
                return lay(["@$_", $letter]);
            }
        }
    }
    return 0;
}

# Whether all tiles are on the grid.
sub solve {
    for my $attempt (0 .. $patience - 1) {
        while (loose_count()) {
            last unless loose_count() > 3 ? lay_word() || lay_letter() : lay_letter() || lay_word();
        }
        return 1 unless loose_count();
        take_back() for 0 .. rand(2 + $attempt);
    }
    return 0;
}

sub drawing {
    my @cells = map { [split ' '] } keys %grid;
    my ($left, $right) = (min(map { $_->[0] } @cells), max(map { $_->[0] } @cells));
    my ($top, $bottom) = (min(map { $_->[1] } @cells), max(map { $_->[1] } @cells));
    my $text = sprintf '%03d%03d', $right - $left + 1, $bottom - $top + 1;
    for my $y ($top .. $bottom) { $text .= $grid{"$_ $y"} || '.' for $left .. $right }
    return $text;
}

sub next_message {
    while (index($arrived, '.') < 0) {
        sysread(STDIN, $arrived, 65536, length $arrived) or exit;    # the host has exited
    }
    (my $message, $arrived) = split /\./, $arrived, 2;
    return $message;
}

open my $file, '<', $ENV{WORDHOST_DICTIONARY} or die "no word list: $!";
chomp(@words = <$file>);
@is_word{@words} = (1) x @words;
srand(($ENV{WORDHOST_PLAYER_SEED} || 0) + 1);
say_it('r');
hold(next_message());
while (1) {
    # Search only when there is no input. If a dump has no answer yet, wait for it.
    if ($dumped eq '' && index($arrived, '.') < 0) {
        if (solve()) { say_it('p' . drawing()) }
        elsif (loose_count()) {
            ($dumped) = grep { $loose{$_} } @HARD_LETTERS_FIRST;
            $loose{$dumped}--;
            say_it("d$dumped");
        }
    }
    my $letters = next_message();
    next unless $letters =~ /^[A-Z]+$/;    # from a later version of the host
    hold($letters);
    if ($dumped ne '' && (length $letters == 3 || $letters eq $dumped)) {
        $patience = length $letters == 3 ? $TRIES : $patience * 2;    # the letter came back because the bunch is nearly empty
        $dumped = '';
    }
}
