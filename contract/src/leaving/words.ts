/** Why a membership is over. */
export const leavingReasons = ['planEnded', 'staff', 'closed'] as const

export type LeavingReason = (typeof leavingReasons)[number]

export const leavingStates = ['running', 'paused', 'done', 'returned'] as const

export type LeavingState = (typeof leavingStates)[number]

export const leavingStepStates = ['waiting', 'done', 'skipped', 'failed'] as const

/** What staff do with one step. */
export const stepActs = ['run', 'skip', 'markDone'] as const

export type StepAct = (typeof stepActs)[number]

export const balanceChoices = ['refund', 'donate'] as const

export const refundStates = ['asked', 'paid', 'declined', 'withdrawn'] as const

/** The money that a member asks back: the prepaid balance, or what is left over of payments. */
export const refundSources = ['balance', 'credit'] as const

export type RefundSource = (typeof refundSources)[number]

/** Which are listed: those under way, or those that are over. */
export const leavingFilters = ['open', 'over'] as const
