#!/usr/bin/env perl
# A small Boggle player in Perl, for both sets of rules. Perl 5.10 or later; nothing to install.
#
#     wordhost boggle "perl player.pl" "perl player.pl"
#
# How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all words
# that it finds; with turns, the longest word that nobody has found yet.
#
# What to change first: it searches for each word separately; a walk over the board along a tree of the words (a trie)
# finds all words faster, which matters if the time is short or the board is large.
use strict;
use warnings;

$| = 1;    # write each line at once: the host cannot read what is still in a buffer
my ($rules, $width, @words, @cells, @near, @guesses) = ('classic', 0);

# Whether the rest of a word goes on from one of these cells, without one that is used.
sub goes_on {
    my ($rest, $next, $used) = @_;
    return 1 if $rest eq '';
    for my $cell (@$next) {
        next if $used->{$cell} || index($rest, $cells[$cell]) != 0;
        $used->{$cell} = 1;
        my $found = goes_on(substr($rest, length $cells[$cell]), $near[$cell], $used);
        delete $used->{$cell};
        return 1 if $found;
    }
    return 0;
}

sub find_words {
    for my $at (0 .. $#cells) {
        for my $other (0 .. $#cells) {
            my $across = abs($at % $width - $other % $width);
            my $down = abs(int($at / $width) - int($other / $width));
            push @{ $near[$at] }, $other if $at != $other && $across <= 1 && $down <= 1;
        }
        $near[$at] ||= [];
    }
    my $letters = join '', @cells;
    my @possible = grep { length > 2 && /^[\Q$letters\E]+$/ } @words;
    @guesses = sort { length $b <=> length $a } grep { goes_on($_, [0 .. $#cells], {}) } @possible;
}

while (my $line = <STDIN>) {
    $line =~ s/\s+$//;
    my ($keyword, @rest) = split ' ', $line;
    next unless defined $keyword;
    if ($keyword eq 'rules') { $rules = $rest[0] }
    elsif ($keyword eq 'dictionary') {
        open my $file, '<', substr($line, 11) or die "no word list: $!";
        chomp(@words = <$file>);
    }
    elsif ($keyword eq 'row') { $width = @rest; push @cells, @rest }
    elsif ($keyword eq 'end') { find_words(); print "ready\n" }
    elsif ($keyword eq 'start' && $rules eq 'classic') { print map("guess $_\n", @guesses), "done\n" }
    elsif ($keyword eq 'turn') { print @guesses ? "\@$rest[1] guess " . shift(@guesses) . "\n" : "\@$rest[1] pass\n" }
    elsif ($keyword eq 'scored' || $keyword eq 'missed') { @guesses = grep { $_ ne $rest[1] } @guesses }
    elsif ($keyword eq 'gameover') { last }
}
