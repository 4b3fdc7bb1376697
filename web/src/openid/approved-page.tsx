import { Anchor, Button } from '@mantine/core'
import { siteRefusalWords } from '@spacekeeper/contract/openid/words.ts'
import { createFileRoute, Link } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { redeemApproval } from './api.ts'
import { loadOpenidWords } from './page-words.ts'

type RedeemOutcome = { address: string } | { error: unknown }

/** It works once, so it is asked once: before the page is drawn. */
const redeem = async (approval: { uid: string; token: string }): Promise<RedeemOutcome> => {
  try {
    const { address } = await redeemApproval(approval)
    globalThis.location.replace(address)
    return { address }
  } catch (error) {
    return { error }
  }
}

const useReason = (error: unknown): string => {
  const { t } = useTranslation('openid')
  if (hasCode(error, 'notFound') || hasCode(error, 'badInput')) return t('approvalGoneText')
  if (hasCode(error, 'keptOut')) return siteRefusalWords.suspended
  return hasCode(error, 'notAllowed') ? siteRefusalWords.state : errorText(error)
}

const FailedCard = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('openid')
  return (
    <OutcomeCard kind="failed" title={t('approvalGoneTitle')} text={useReason(error)}>
      <Button variant="default" component={Link} to="/">
        {t('toDashboard')}
      </Button>
    </OutcomeCard>
  )
}

/** In a browser of the phone, into which the app brought a member back who confirmed there a login that waits here. */
const ApprovedPage = () => {
  const { t } = useTranslation('openid')
  const outcome = Route.useLoaderData()
  if ('error' in outcome) return <FailedCard error={outcome.error} />
  return (
    <OutcomeCard kind="working" title={t('backFromApp')} text={t('backFromAppText')}>
      <Anchor href={outcome.address}>{t('goOn')}</Anchor>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/sso/approved/$uid')({
  component: ApprovedPage,
  loader: async ({ params: { uid }, location }): Promise<RedeemOutcome> => {
    const [outcome] = await Promise.all([redeem({ uid, token: location.hash }), loadOpenidWords()])
    return outcome
  },
  staticData: { title: 'openid:titleApproved', bgGradient: true },
})
