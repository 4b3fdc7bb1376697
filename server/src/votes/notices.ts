// On its own: both kinds of ballots tell it.
import { screens } from '#platform/live/screens.ts'

/** A vote was used: the turnout grew. */
export const votesGrew = screens.notice({ topic: 'votes', audience: 'everybody' })

/** A vote was written, changed, opened or closed. */
export const votesChanged = [votesGrew]
