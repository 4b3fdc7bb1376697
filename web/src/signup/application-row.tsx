import { Button, Group, Stack, Text } from '@mantine/core'
import type { Application } from '@spacekeeper/contract/signup/shapes.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Status } from '#platform/ui/status.tsx'
import classes from './signup.module.css'

export type ApplicationAct = 'accept' | 'ask' | 'decline'

type Props = { application: Application; onAct?: ((act: ApplicationAct) => void) | undefined }

const Money = ({ application }: Pick<Props, 'application'>) => {
  const { t } = useTranslation('signup')
  const money = useMoney()
  const { plan, paidCents, openCents, creditCents, currency } = application
  const amount = (cents: number) => money(cents, currency === '' ? undefined : currency)
  const words = [
    plan ?? t('noPlan'),
    ...(paidCents > 0 ? [t('paid', { amount: amount(paidCents) })] : []),
    ...(openCents > 0 ? [t('open', { amount: amount(openCents) })] : []),
    ...(creditCents > 0 ? [t('toGiveBack', { amount: amount(creditCents) })] : []),
  ]
  return <Text size="sm">{words.join(' · ')}</Text>
}

/** An application with all that is known for the decision, and the three ways to decide. */
export const ApplicationRow = ({ application, onAct }: Props) => {
  const { t } = useTranslation('signup')
  const { memberId, name, email, submittedAt, isReturning, question, answer, state, decidedBy, decidedAt, reason } =
    application
  const isDecided = state === 'accepted' || state === 'declined' || state === 'withdrawn'
  const decision = isDecided ? t(`state_${state}`) : ''
  return (
    <div className={classes.choice}>
      <Stack gap={4} className={classes.words ?? ''}>
        <Text fw={600}>
          <MemberLink id={memberId}>{name}</MemberLink>
        </Text>
        <Text size="sm" c="dimmed">
          {email} · {t('applied')} {formatMoment(submittedAt)}
        </Text>
        {isReturning ? <Status kind="info">{t('returning')}</Status> : null}
        <Money application={application} />
        {question ? <Text size="sm">{t('asked', { question })}</Text> : null}
        {answer ? <Text size="sm">{t('answered', { answer })}</Text> : null}
        {isDecided && decidedAt ? (
          <Status kind={state === 'accepted' ? 'fine' : 'none'}>
            {decidedBy ? t('decidedBy', { state: decision, name: decidedBy }) : decision}, {formatMoment(decidedAt)}
          </Status>
        ) : null}
        {reason ? (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        ) : null}
      </Stack>
      {onAct ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => onAct('decline')} aria-label={t('declineOf', { name })}>
            {t('decline')}
          </Button>
          <Button variant="default" onClick={() => onAct('ask')} aria-label={t('askOf', { name })}>
            {t('ask')}
          </Button>
          <Button onClick={() => onAct('accept')} aria-label={t('acceptOf', { name })}>
            {t('accept')}
          </Button>
        </Group>
      ) : null}
    </div>
  )
}
