import type { Choice, MotionOption, MotionView } from '@spacekeeper/contract/votes/shapes.ts'
import { formatList, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

type NamedOptions = { options: readonly MotionOption[] }

export const nameOfOption = ({ options }: NamedOptions, position: number): string =>
  options.find((option) => option.position === position)?.name ?? `${position + 1}`

/** Options as a sentence names them. */
export const listOptions = (motion: NamedOptions, positions: readonly number[]): string =>
  formatList(positions.map((position) => nameOfOption(motion, position)))

/** Votes of a ranked count are kept in hundred-thousandths. */
export const votesUnit = 100_000

export const formatVotes = (votes: number): string => formatNumber(votes / votesUnit, {}, { maximumFractionDigits: 5 })

/** A choice in words, for the options of a motion. */
export const useChoiceWords = (motion: NamedOptions) => {
  const { t } = useTranslation('votes')
  return (choice: Choice): string => {
    if (choice.kind === 'motion') return t(choice.vote)
    if (choice.options.length === 0) return t('abstention')
    if (choice.kind === 'approval') return listOptions(motion, choice.options)
    return choice.options.map((position, at) => `${at + 1}. ${nameOfOption(motion, position)}`).join(', ')
  }
}

const needs = {
  cast: { half: 'needsHalfCast', share: 'needsShareCast' },
  present: { half: 'needsHalfPresent', share: 'needsSharePresent' },
  roll: { half: 'needsHalfRoll', share: 'needsShareRoll' },
} as const

/** What a motion needs, or how an election is decided. */
export const useNeedWords = () => {
  const { t } = useTranslation('votes')
  return ({ method, share, shareOf }: Pick<MotionView, 'method' | 'share' | 'shareOf'>): string => {
    if (method !== 'majority') return t(`method_${method}`)
    return share === null ? t(needs[shareOf].half) : t(needs[shareOf].share, share)
  }
}
