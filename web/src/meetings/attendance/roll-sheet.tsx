import { Anchor, Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MeetingRoll, RollRow } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { rollPageSize, rollStateWords } from '@spacekeeper/contract/meetings/attendance-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatList, formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { exportRoll, freezeRoll, rollQuery } from './api.ts'
import { RollCorrectionDialog } from './roll-correction-dialog.tsx'
import { RollList } from './roll-list.tsx'

const typingMs = 250

/** Who may vote at a meeting, and why others may not. */
export const RollSheet = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('meetings')
  const [which, setWhich] = useState<'on' | 'off'>('on')
  const [typed, setTyped] = useState('')
  const [offset, setOffset] = useState(0)
  const [correcting, setCorrecting] = useState<RollRow | null>(null)
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), typingMs)
  const query = useQuery(rollQuery({ meetingId, which, text, offset }))
  return (
    <Page query={query}>
      {(roll) => (
        <Stack gap="md">
          <RollHead meetingId={meetingId} roll={roll} />
          <Group gap="sm" justify="space-between">
            <SegmentedControl
              value={which}
              onChange={(value) => {
                setWhich(value === 'off' ? 'off' : 'on')
                setOffset(0)
              }}
              data={[
                { value: 'on', label: t('rollOn') },
                { value: 'off', label: t('rollOff') },
              ]}
            />
            <SearchField
              label={t('rollSearch')}
              value={typed}
              onChange={(value) => {
                setTyped(value)
                setOffset(0)
              }}
            />
          </Group>
          {roll.rows.length === 0 ? (
            <Empty
              title={t(text === '' ? (which === 'on' ? 'rollEmptyOn' : 'rollEmptyOff') : 'rollNothingFound')}
              text={t('rollEmptyText')}
            />
          ) : (
            <RollList rows={roll.rows} canCorrect={roll.canCorrect} onCorrect={setCorrecting} />
          )}
          <Paging found={roll.found} offset={offset} onOffset={setOffset} />
          {correcting ? (
            <RollCorrectionDialog meetingId={meetingId} row={correcting} onClose={() => setCorrecting(null)} />
          ) : null}
        </Stack>
      )}
    </Page>
  )
}

const useRuleWords = ({ rule }: MeetingRoll) => {
  const { t } = useTranslation('meetings')
  return [
    formatList(rule.states.map((state) => rollStateWords[state])),
    ...(rule.months > 0 ? [t('rollRuleMonths', { count: rule.months })] : []),
    ...(rule.plans.length > 0 ? [t('rollRulePlans', { plans: rule.plans.join(', ') })] : []),
  ].join('; ')
}

/** What state the roll is in, and what can be done with it. */
const RollHead = ({ meetingId, roll }: { meetingId: number; roll: MeetingRoll }) => {
  const { t } = useTranslation('meetings')
  const rule = useRuleWords(roll)
  const profile = useProfile()
  const [isAsking, setAsking] = useState(false)
  return (
    <Card>
      <Stack gap="xs">
        <Text fw={600}>{t('rollCount', { count: roll.onRoll })}</Text>
        <Text size="sm">
          {roll.frozenAt
            ? t('rollFrozen', { date: formatMoment(roll.frozenAt) })
            : t('rollPreview', { date: formatMoment(roll.freezesAt) })}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('rollRule', { rule })}{' '}
          {isStaffFor(profile, 'settings') ? (
            <Anchor size="sm" underline="always" renderRoot={(props) => <Link to="/manage/settings" {...props} />}>
              {t('rollSettings')}
            </Anchor>
          ) : null}
        </Text>
        <Group gap="xs">
          {roll.canFreeze ? (
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {t(roll.frozenAt ? 'rollFreezeAgain' : 'rollFreeze')}
            </Button>
          ) : null}
          <DownloadButton size="xs" label={t('rollExport')} load={() => exportRoll({ meetingId })} />
        </Group>
      </Stack>
      {isAsking ? (
        <FreezeDialog meetingId={meetingId} isAgain={roll.frozenAt !== null} onClose={() => setAsking(false)} />
      ) : null}
    </Card>
  )
}

type FreezeProps = { meetingId: number; isAgain: boolean; onClose: () => void }

const FreezeDialog = ({ meetingId, isAgain, onClose }: FreezeProps) => {
  const { t } = useTranslation('meetings')
  return (
    <ConfirmDialog
      title={t(isAgain ? 'rollFreezeAgainTitle' : 'rollFreezeTitle')}
      text={t(isAgain ? 'rollFreezeAgainText' : 'rollFreezeText')}
      action={t(isAgain ? 'rollFreezeAgain' : 'rollFreeze')}
      run={async () => {
        await freezeRoll({ meetingId })
        notify.done({ text: t('rollFrozenDone') })
      }}
      onClose={onClose}
    />
  )
}

type PagingProps = { found: number; offset: number; onOffset: (offset: number) => void }

const Paging = ({ found, offset, onOffset }: PagingProps) => {
  const { t } = useTranslation('meetings')
  if (found <= rollPageSize) return null
  const until = Math.min(found, offset + rollPageSize)
  return (
    <Group gap="sm" justify="center">
      <Button
        variant="default"
        size="xs"
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - rollPageSize))}
      >
        {t('rollOffsetBack')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {t('rollRange', { from: formatNumber(offset + 1), to: formatNumber(until), count: found })}
      </Text>
      <Button variant="default" size="xs" disabled={until >= found} onClick={() => onOffset(offset + rollPageSize)}>
        {t('rollOffsetNext', { count: Math.min(rollPageSize, Math.max(0, found - until)) })}
      </Button>
    </Group>
  )
}
