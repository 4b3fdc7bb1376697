// On its own: the dashboard takes no more of these words.

/** What the menu and the dashboard say of votes. */
export const votesMenuText = {
  titleVotes: 'Votes',
  waiting_one: 'One vote is waiting for you',
  waiting_other: '{{count}} votes are waiting for you',
} as const
