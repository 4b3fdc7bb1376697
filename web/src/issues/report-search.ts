import { issueFilters } from '@spacekeeper/contract/issues/words.ts'

/** What the list of reports shows; it stands in the address, where what is ordinary is left out. */
export type IssueSearch = {
  which?: (typeof issueFilters)[number]
  device?: number
  owner?: number
  overdue?: true
  text?: string
}

const numberOf = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

export const readIssueSearch = (given: Record<string, unknown>): IssueSearch => {
  const which = issueFilters.find((one) => one === given['which'] && one !== 'unfinished')
  const [device, owner] = [numberOf(given['device']), numberOf(given['owner'])]
  const { text } = given
  return {
    ...(which && { which }),
    ...(device !== undefined && { device }),
    ...(owner !== undefined && { owner }),
    ...(given['overdue'] === true && { overdue: true }),
    ...(typeof text === 'string' && text !== '' && { text: text.slice(0, 100) }),
  }
}
