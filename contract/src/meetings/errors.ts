import type { ErrorSentence } from '../error-sentence.ts'

/** Errors of meetings and who is there. */
export const meetingsErrors = {
  meetingHeld: {
    status: 409,
    text: 'This meeting took place, so it can’t be deleted, cancelled or announced any more.',
  },
  meetingCancelled: { status: 409, text: 'This meeting was cancelled.' },
  meetingBegun: { status: 409, text: 'This meeting was opened already.' },
  meetingFarOff: {
    status: 409,
    text: 'You can open a meeting from 24 hours before it starts. To hold it earlier, change its date.',
  },
  meetingNotOpen: { status: 409, text: 'This meeting isn’t open.' },
  meetingEnded: { status: 409, text: 'This meeting is over.' },
  rollNotFrozen: { status: 409, text: 'The voter list still updates automatically. Freeze it before you correct it.' },
  checkInClosed: { status: 409, text: 'Members can’t check in to this meeting right now.' },
  checkInCodeOld: { status: 409, text: 'This code has expired. Scan the one on the wall again.' },
  notCheckInKiosk: { status: 409, text: 'Members can’t check in at this screen any more. Ask staff.' },
} as const satisfies Record<string, ErrorSentence>
