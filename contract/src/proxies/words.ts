/** Why a proxy ended. */
export const proxyEnds = ['withdrawn', 'declined', 'replaced', 'arrived', 'expired', 'removed', 'cancelled'] as const

export type ProxyEnd = (typeof proxyEnds)[number]

/** `waiting`: the holder has not answered. `counts`: the holder may vote. */
export const proxyStates = ['waiting', 'counts', ...proxyEnds] as const

export type ProxyState = (typeof proxyStates)[number]

export const longestCity = 60

/** What stands in the letter; what is missing is a line to write on. */
export type ProxyLetter = {
  siteOwner: string
  meeting: string
  /** When the meeting is, and the day of the letter, as their readers read them. */
  heldOn: string
  today: string
  name: string
  city: string
  proxyName: string
  proxyCity: string
}

const line = '____________________'

const filled = (text: string) => (text.trim() === '' ? line : text.trim())

/** The letter in which a member appoints a proxy, as paragraphs: on the screen while it is filled in, and on paper. */
export const proxyLetter = (letter: ProxyLetter): string[] => {
  const { siteOwner, meeting, heldOn, today, name, city, proxyName, proxyCity } = letter
  return [
    `To ${filled(siteOwner)}`,
    `I, ${filled(name)}, of ${filled(city)}, being a member of ${filled(siteOwner)}, appoint ${filled(proxyName)}, of ${filled(proxyCity)}, as my proxy to vote for me at the ${filled(meeting)} on ${filled(heldOn)}, and at any adjournment of that meeting.`,
    'This proxy ends when I attend the meeting myself.',
    `Dated ${filled(today)}`,
  ]
}
