import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { StaffConcession } from '@spacekeeper/contract/billing/staff-shapes.ts'
import { formatCalendarDay, formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { plan } from '../api.ts'
import { lastDayBefore } from '../plan-state.ts'

export type ConcessionAct = 'approve' | 'decline'

const Decided = ({ concession }: { concession: StaffConcession }) => {
  const { t } = useTranslation('billing')
  const { decidedAt, decidedBy: by, decisionNote: note } = concession
  if (decidedAt === null || by === null) return null
  const moment = formatMoment(decidedAt)
  return (
    <Text size="sm" c="dimmed">
      {note ? t('concessionDecidedNote', { by, moment, note }) : t('concessionDecided', { by, moment })}
    </Text>
  )
}

type Props = { concession: StaffConcession; mayDecide: boolean; onAct: (act: ConcessionAct) => void }

const Buttons = ({ concession, mayDecide, onAct }: Props) => {
  const { t } = useTranslation('billing')
  const { id: concessionId, state, proofType, memberName: name } = concession
  const proof =
    proofType === null ? null : (
      <DownloadButton size="xs" label={t('concessionProofShow')} load={() => plan.downloadProof({ concessionId })} />
    )
  if (state !== 'asked' && state !== 'approved') return proof
  if (!mayDecide) {
    return (
      <>
        {proof}
        <Text size="sm">{t('concessionYourself')}</Text>
      </>
    )
  }
  return (
    <Group gap="xs">
      {proof}
      {state === 'asked' ? (
        <Button size="xs" aria-label={t('concessionApproveOf', { name })} onClick={() => onAct('approve')}>
          {t('concessionApprove')}
        </Button>
      ) : null}
      <Button
        size="xs"
        variant="default"
        aria-label={t(state === 'asked' ? 'concessionDeclineOf' : 'concessionEndOf', { name })}
        onClick={() => onAct('decline')}
      >
        {t(state === 'asked' ? 'concessionDecline' : 'concessionEnd')}
      </Button>
    </Group>
  )
}

/** A request for a lower price with who asks, why, and what staff can do. */
export const ConcessionRow = (props: Props) => {
  const { t } = useTranslation('billing')
  const { memberId, memberName, reason, percent, askedAt, plan: planName, endsOn } = props.concession
  const facts = [
    t('concessionAskedAt', { moment: formatMoment(askedAt) }),
    planName === null ? t('concessionNoPlan') : t('concessionOn', { plan: planName }),
    ...(endsOn === null ? [] : [t('discountUntil', { day: formatCalendarDay(lastDayBefore(endsOn)) })]),
  ]
  return (
    <Card component="article" aria-label={memberName}>
      <Stack gap={6} align="flex-start">
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          <MemberLink id={memberId}>{memberName}</MemberLink>
        </Title>
        <Text style={{ overflowWrap: 'anywhere' }}>{`${t('concessionLess', { percent })}: ${reason}`}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {facts.join(', ')}
        </Text>
        <Decided concession={props.concession} />
        <Buttons {...props} />
      </Stack>
    </Card>
  )
}
