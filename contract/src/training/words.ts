/** How members can earn a certificate by themselves. Trainers and staff can always award it. */
export const courseKinds = ['none', 'builtIn', 'moodle', 'canvas'] as const

export const awardSources = ['trainer', 'quiz', 'staff', 'moodle', 'canvas', 'import'] as const

export type AwardSource = (typeof awardSources)[number]

/** Why an award ended. `renewed`: another one took its place. */
export const awardEnds = ['expired', 'unused', 'withdrawn', 'renewed', 'closed'] as const

/**
 * Why a line of a file awards nothing. `noMember`: neither an email nor a number; `ownCertificate`: only administrators
 * award to themselves; `isOver`: it would have ended by now; `withdrawn`: it was taken away from them.
 */
export const awardProblems = [
  'noMember',
  'unknownMember',
  'noDay',
  'futureDay',
  'badEnd',
  'endTooEarly',
  'isOver',
  'withdrawn',
  'ownCertificate',
] as const

export const mostAwardLines = 1000

export const maxAwardFileBytes = 500_000

export const mostPages = 30

export const mostQuestions = 50

/** Spaces have dozens; the bound is for safety. */
export const mostCertificates = 500

/** So many trainers of one certificate, and so many certificates that one device asks for. */
export const mostNamed = 50
