/** What is known of a refresh token that was used before, and of the pairs it was exchanged for. */
type UsedToken = {
  secondsSince: number
  /** It came with an answer that was taken for lost. */
  isLost: boolean
  isSuccessorExchanged: boolean
  isSuccessorUsed: boolean
}

/** An app that asks twice at the same moment, for two calls that were refused, does so within this. */
const graceSeconds = 30

/** How long it is known of a refresh token that it was used, so that a second use ends the login. */
export const rememberedSeconds = 7 * 24 * 60 * 60

/** Whether the pair of the earlier answer is given again; later it is taken for lost. */
export const isSameMoment = ({ secondsSince }: Pick<UsedToken, 'secondsSince'>): boolean => secondsSince <= graceSeconds

/**
 * Whether a refresh token may be used again. The answer may have been lost on its way to the phone: then no token of
 * that answer was ever used, and the phone may ask again, for a week. Else two have the token, and one is a thief.
 */
export const mayUseAgain = (token: UsedToken): boolean => {
  if (token.isLost || token.isSuccessorExchanged || token.secondsSince > rememberedSeconds) return false
  return !token.isSuccessorUsed || isSameMoment(token)
}
