import { Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { StaffIssueDetail } from '@spacekeeper/contract/issues/shapes.ts'
import { Id } from '@spacekeeper/contract/route.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { mergeReport, reportsQuery } from './api.ts'

const typingMs = 300

/** Says which other report this one is the same as. */
export const MergeDialog = ({ issue, onClose }: { issue: StaffIssueDetail; onClose: () => void }) => {
  const { t } = useTranslation('issues')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const [intoId, setIntoId] = useState<string | null>(null)
  const { data } = useInfiniteQuery(reportsQuery({ which: 'unfinished', text }))
  const others = data?.pages.flatMap((page) => page.issues).filter(({ id }) => id !== issue.id) ?? []
  const into = others.find(({ id }) => String(id) === intoId)
  return (
    <ConfirmDialog
      title={t('mergeTitle')}
      text={t('mergeText')}
      action={t('mergeAction')}
      isReady={into !== undefined}
      run={async () => {
        if (!into) return
        await mergeReport({ issueId: issue.id, intoId: into.id })
        notify.done({ text: t('merged', { title: into.title }) })
      }}
      onClose={onClose}
    >
      <SearchField value={typed} onChange={setTyped} label={t('mergeSearch')} />
      <ScrollArea.Autosize mah={280}>
        <Radio.Group value={intoId} onChange={setIntoId} aria-label={t('mergeInto')} {...requiredBy(Id)}>
          <Stack gap="sm">
            {others.length === 0 ? <Text c="dimmed">{t('mergeNone')}</Text> : null}
            {others.map(({ id, title, device, area }) => (
              <Radio key={id} value={String(id)} label={title} description={device?.name ?? area} />
            ))}
          </Stack>
        </Radio.Group>
      </ScrollArea.Autosize>
    </ConfirmDialog>
  )
}
