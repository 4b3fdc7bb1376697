/** What labels are printed on: an endless roll of 62 mm, cut after each, or cards of 100 × 60 mm. */
export const labelSizes = ['roll62', 'card100x60'] as const

export type LabelSize = (typeof labelSizes)[number]

/** Something left on a bench, something not to take apart or take away, and a member's box. */
export const ticketKinds = ['leave', 'handsOff', 'box'] as const

export type TicketKind = (typeof ticketKinds)[number]

/** As its label and its page say it. */
export const ticketWords: Record<TicketKind, string> = {
  leave: 'Please leave',
  handsOff: 'Do not hack',
  box: 'Member’s box',
}

/** A member has so many tickets at most. */
export const mostTickets = 50

export const ticketLists = ['overdue', 'open', 'removed'] as const

export type TicketList = (typeof ticketLists)[number]

/** The address of a ticket's page. */
export const ticketPath = (number: number): string => `/tickets/${number}`
