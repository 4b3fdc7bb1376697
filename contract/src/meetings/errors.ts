import type { ErrorSentence } from '../error-sentence.ts'

/** Errors of meetings and who is there. */
export const meetingsErrors = {
  meetingHeld: {
    status: 409,
    text: 'This meeting took place, so it can’t be deleted, cancelled or announced any more.',
  },
  meetingCancelled: { status: 409, text: 'This meeting was cancelled.' },
  meetingBegun: { status: 409, text: 'This meeting was opened already.' },
  meetingFarOff: { status: 409, text: 'A meeting can be opened on its day. Change its date if it is held earlier.' },
  meetingNotOpen: { status: 409, text: 'This meeting isn’t open.' },
  meetingEnded: { status: 409, text: 'This meeting is over.' },
  rollNotFrozen: { status: 409, text: 'The roll still follows the members. Freeze it before you correct it.' },
  checkInClosed: { status: 409, text: 'Members can’t check in to this meeting right now.' },
  checkInCodeOld: { status: 409, text: 'This code has run out. Scan the one on the wall again.' },
  notCheckInKiosk: { status: 409, text: 'Members can’t check in at this screen any more. Ask staff.' },
} as const satisfies Record<string, ErrorSentence>
