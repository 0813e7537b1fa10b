"""Schocken for two, solved: how to play a round so that nobody can do better, whatever they know of it.

What is hidden makes it more than a sum: the follower sees how many dice the leader threw again and draws conclusions,
so the leader may have to do now one thing and now another. What is looked for is an equilibrium: a strategy for either
role, with mixtures where they are needed, against which no rival gains anything to speak of. How much the best rival
does gain, over the whole round, is worked out exactly (`Round.gains`): that is the certificate.

How large it is, under the box rules:

- A round goes from bout to bout through 103 positions of the discs (`positions`). In 91 of them discs lie in the
  middle, which only become fewer; the other 12 lead to each other and are solved together (`rounds`, `solving`).
- A bout is decided by 58 hands, and by who threw first. The leader's turn can look in 13 ways from outside, and knows
  748 decisions with 2,104 choices; the follower, who has thought about what was seen, 2,392 with 11,544 (`plans`).
- Playing one bout in all its ways at once takes a tenth of a millisecond, and after 100 to 400 of them nobody has much
  left to learn (`learning`): three seconds for the round. What it comes to is kept in 0.4 MB (`tables`).

The leader's first and second decisions tell the follower something and are mixed at times; the last one, whether to
turn a six, tells nothing. The follower's throws tell the leader nothing that still matters, so the follower's mixtures
only keep the leader from gaining. What the follower knows is what a view shows at that moment: where dice set aside are
shown, those of the last throw and not those that lay there before.
"""
