import { Button, Group, List, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core'
import type { MovePreview } from '@spacekeeper/contract/members/bulk-shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { type BulkMove, bulkMoves } from '@spacekeeper/contract/members/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { type MemberSelection, moveMany, movesPreviewQuery, type MoveRequest } from '../api.ts'
import { useUndo } from './use-undo.ts'

const words = (count: number) => ({ count, formatted: formatNumber(count) })

/** The words of each change. */
const texts = {
  makeMember: { label: 'moveMakeMember', will: 'willMakeMember', act: 'doMakeMember', done: 'allMakeMember' },
  activate: { label: 'moveActivate', will: 'willActivate', act: 'doActivate', done: 'allActivate' },
  suspend: { label: 'moveSuspend', will: 'willSuspend', act: 'doSuspend', done: 'allSuspend' },
  requireUpdate: {
    label: 'moveRequireUpdate',
    will: 'willRequireUpdate',
    act: 'doRequireUpdate',
    done: 'allRequireUpdate',
  },
} as const satisfies Record<BulkMove, Record<'label' | 'will' | 'act' | 'done', string>>

const longestReason = 500

type Props = { selection: MemberSelection; count: number; onClose: () => void; onDone: () => void }

/** Changes many members in one way, after it was said which ones that touches and who is left out. */
export const MovesDialog = ({ selection, count, onClose, onDone }: Props) => {
  const { t } = useTranslation('members')
  const isPhone = useIsPhone()
  const [move, setMove] = useState<BulkMove>('makeMember')
  const [reason, setReason] = useState('')
  const request = { selection, move }
  const query = useQuery(movesPreviewQuery(request))
  return (
    <BigDialog title={t('membershipTitle', words(count))} onClose={onClose}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          orientation={isPhone ? 'vertical' : 'horizontal'}
          aria-label={t('change')}
          value={move}
          onChange={(value) => setMove(bulkMoves.find((one) => one === value) ?? 'makeMember')}
          data={bulkMoves.map((value) => ({ value, label: t(texts[value].label) }))}
        />
        <RequiredMarks mb={0} />
        {move === 'suspend' ? (
          <Textarea
            label={t('reason')}
            {...requiredBy(membersApi.suspend.body.shape.reason)}
            description={t('reasonForAll')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={longestReason}
            rows={3}
          />
        ) : null}
        <Stack gap="md" component="section" aria-labelledby="moves-preview" aria-live="polite">
          <Title order={2} id="moves-preview">
            {t('preview')}
          </Title>
          <Page query={query}>
            {(preview) => (
              <Confirmation
                request={request}
                reason={move === 'suspend' ? reason.trim() : ''}
                preview={preview}
                isStale={query.isPlaceholderData || query.isFetching}
                onDone={onDone}
                onOutdated={() => void query.refetch()}
              />
            )}
          </Page>
        </Stack>
      </Stack>
    </BigDialog>
  )
}

type MoveConfirmationProps = {
  request: MoveRequest
  reason: string
  preview: MovePreview
  isStale: boolean
  onDone: () => void
  onOutdated: () => void
}

const Confirmation = ({ request, reason, preview, isStale, onDone, onOutdated }: MoveConfirmationProps) => {
  const { t } = useTranslation('members')
  const undo = useUndo()
  const { move } = request
  const { count } = preview.changes
  const save = useMutation({
    mutationFn: () => moveMany({ ...request, reason, fingerprint: preview.fingerprint }),
    onSuccess: ({ touched, actionId }) => {
      notify.done({ text: t(texts[move].done, words(touched)), ...undo(actionId) })
      onDone()
    },
    onError: (error) => {
      if (hasCode(error, 'previewOutdated')) onOutdated()
    },
  })
  const isReady = move !== 'suspend' || reason !== ''
  return (
    <>
      <Meaning move={move} preview={preview} />
      <LeftOut leftOut={preview.leftOut} />
      <FormError>{save.error ? errorText(save.error) : null}</FormError>
      <Group justify="flex-end">
        <Button
          {...(move === 'suspend' && { color: 'red' })}
          loading={save.isPending}
          disabled={isStale || count === 0 || !isReady}
          onClick={() => save.mutate()}
        >
          {t(texts[move].act, words(count))}
        </Button>
      </Group>
    </>
  )
}

const Meaning = ({ move, preview: { changes, defaults } }: { move: BulkMove; preview: MovePreview }) => {
  const { t } = useTranslation('members')
  const listed = changes.names.join(', ')
  const names = changes.more > 0 ? t('andMore', { names: listed, ...words(changes.more) }) : listed
  const access = defaults > 0 ? [t('thenDefaults', words(defaults))] : []
  const follows = {
    makeMember: [...access, t('thenWelcome')],
    activate: [t('thenCardsWork'), ...access, t('thenEmail')],
    suspend: [t('thenCardsStop'), t('thenEmailReason')],
    requireUpdate: [t('thenAskedUntil')],
  } as const satisfies Record<BulkMove, readonly string[]>
  return (
    <Stack gap="xs">
      <Text>{t(texts[move].will, { names, ...words(changes.count) })}</Text>
      {changes.count > 0 ? (
        <List size="sm" c="dimmed">
          {[...follows[move], t(move === 'requireUpdate' ? 'thenUndoPlain' : 'thenUndo')].map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      ) : null}
    </Stack>
  )
}

const LeftOut = ({ leftOut }: Pick<MovePreview, 'leftOut'>) => {
  const { t } = useTranslation('members')
  if (leftOut.length === 0) return null
  const all = leftOut.reduce((sum, { count }) => sum + count, 0)
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('leftOutTitle', words(all))}
      </Text>
      <List size="sm" c="dimmed">
        {leftOut.map(({ why, count }) => (
          <List.Item key={why}>{t(`why_${why}`, words(count))}</List.Item>
        ))}
      </List>
    </Stack>
  )
}
