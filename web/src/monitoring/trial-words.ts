import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { Trial } from '@spacekeeper/contract/monitoring/shapes.ts'
import { formatMoney, formatSince } from '#platform/i18n/format.ts'
import type { Translate } from '#platform/i18n/use-translation.ts'

type AccessTexts = Translate<'access'>

type DeviceTrial = { trial: Trial; kind: DeviceKind; locale: string }

const works = { door: 'tryWorksDoor', interlock: 'tryWorksMachine', memberbucks: 'tryWorksVending' } as const

const outcomes = {
  refused: 'tryRefused',
  opensStill: 'tryOpensStill',
  refusesYet: 'tryRefusesYet',
  unreachable: 'tryUnreachable',
} as const

const reasonOf = (t: AccessTexts, trial: Trial): string => {
  const { reason, isWithheld, member, endedCard, missingCertificates } = trial
  const name = member?.name ?? ''
  if (endedCard) return t(endedCard.state === 'lost' ? 'tryLostCard' : 'tryRetiredCard', { name: endedCard.name })
  if (isWithheld) return t('tryWithheld')
  if (missingCertificates.length > 0) return t('tryLacks', { name, names: missingCertificates.join(', ') })
  return reason === null ? t('tryFine', { name }) : t(`${reason}.staff`, { name })
}

const aboutList = (t: AccessTexts, trial: Trial): string[] => {
  const { keepsList, isOnOwnList, outcome } = trial
  if (!keepsList) return outcome === 'unreachable' ? [t('tryOffline')] : []
  if (isOnOwnList === null) return [t('tryListNone')]
  const isBehind = outcome === 'opensStill' || outcome === 'refusesYet'
  return [t(isOnOwnList ? 'tryListHas' : 'tryListLacks'), ...(isBehind ? [t('tryListKept')] : [])]
}

const aboutMoney = (t: AccessTexts, { trial, locale }: DeviceTrial): string[] => {
  const { balanceCents, prices } = trial
  const money = (cents: number) => formatMoney(cents, locale)
  const hourCents = prices ? prices.costPerSessionCents + prices.costPerHourCents : 0
  const isFree = hourCents + (prices?.costPerKwhCents ?? 0) === 0
  const price = isFree ? t('tryFree') : t('tryPrice', { amount: money(hourCents) })
  return [
    ...(balanceCents === null ? [] : [t('tryBalance', { amount: money(balanceCents) })]),
    ...(prices ? [price] : []),
    ...(prices && prices.minBalanceCents !== null
      ? [t('tryMinBalance', { amount: money(prices.minBalanceCents) })]
      : []),
    ...(prices && prices.maxSessionMinutes !== null ? [t('tryMaxMinutes', { count: prices.maxSessionMinutes })] : []),
  ]
}

/** What would happen in a few words, and why in sentences. */
export const describeTrial = (t: AccessTexts, tried: DeviceTrial): { headline: string; sentences: string[] } => {
  const { trial, kind } = tried
  const { outcome, runningUse } = trial
  const running = runningUse ? [t('tryRunning', { name: runningUse.name, since: formatSince(runningUse.since) })] : []
  return {
    headline: t(outcome === 'works' ? works[kind] : outcomes[outcome]),
    sentences: [reasonOf(t, trial), ...aboutList(t, trial), ...aboutMoney(t, tried), ...running],
  }
}
