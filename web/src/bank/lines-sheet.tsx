import { Button, Card, Checkbox, Group, Stack, Tabs, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { BankLine, BankTarget, ConfirmedLine } from '@spacekeeper/contract/bank/shapes.ts'
import { type BankLineGroup, bankLineGroups } from '@spacekeeper/contract/bank/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { bank, bankLinesQuery } from './api.ts'
import { AsideDialog } from './aside-dialog.tsx'
import { AssignLineDialog } from './assign-dialog.tsx'
import { LineRow, type LineAct, useLineWords } from './line-row.tsx'
import { PageRow } from './page-row.tsx'
import { SplitDialog } from './split-dialog.tsx'
import { UndoLineDialog } from './undo-line-dialog.tsx'
import classes from './bank.module.css'

const tabWords = { certain: 'tabCertain', proposal: 'tabProposal', unknown: 'tabUnknown', done: 'tabDone' } as const
const hints = { certain: 'certainHint', proposal: 'proposalHint', unknown: 'unknownHint', done: 'doneHint' } as const

type View = { group: BankLineGroup; text: string }
type Props = View & { onChange: (view: View) => void }

/** The lines of statements, by how sure the portal is of what each pays. */
export const LinesSheet = ({ group, text, onChange }: Props) => {
  const { t } = useTranslation('bank')
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback((next: string) => onChange({ group, text: next.slice(0, 100) }), 250)
  const counts = useQuery(bankLinesQuery({ group, skip: 0, text })).data?.counts
  const open = (value: string | null) => {
    const next = bankLineGroups.find((one) => one === value)
    if (next) onChange({ group: next, text })
  }
  return (
    <Tabs value={group} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        {bankLineGroups.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(tabWords[one], { count: one === 'done' || !counts ? 0 : counts[one] })}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {bankLineGroups.map((one) => (
        <Tabs.Panel key={one} value={one}>
          <Stack gap="md">
            <Group justify="space-between" gap="sm">
              <Text c="dimmed" maw={560}>
                {t(hints[one])}
              </Text>
              <SearchField
                label={t('searchLines')}
                value={typed}
                onChange={(next) => {
                  setTyped(next)
                  search(next)
                }}
              />
            </Group>
            <Lines key={`${one} ${text}`} group={one} text={text} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** What was picked for lines with several choices, by the number of the line. */
type PickedTargets = Readonly<Record<number, number>>

const targetOf = (
  line: BankLine,
  { picked, charged }: { picked: PickedTargets; charged: ReadonlySet<number> },
): BankTarget | null => {
  const at = picked[line.id] ?? (line.choices.length === 1 ? 0 : undefined)
  const target = at === undefined ? undefined : line.choices[at]?.target
  if (target?.kind === 'debitReturn') return { ...target, chargesFee: charged.has(line.id) }
  return target ?? null
}

/** With a number added, or taken out if it was in it. */
const toggled = (set: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  set.has(id) ? new Set([...set].filter((one) => one !== id)) : new Set([...set, id])

const useConfirm = (onDone: () => void) => {
  const { t } = useTranslation('bank')
  return useMutation({
    mutationFn: (lines: ConfirmedLine[]) => bank.confirmLines({ lines }),
    onSuccess: ({ confirmed, refused }) => {
      if (confirmed.length > 0) notify.done({ text: t('confirmed', { count: confirmed.length }) })
      const [first] = refused
      if (first) notify.failed(t('refused', { count: refused.length, detail: first.detail }))
      onDone()
    },
    onError: notify.failed,
  })
}

const Lines = ({ group, text }: View) => {
  const { t } = useTranslation('bank')
  const [skip, setSkip] = useState(0)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [picked, setPicked] = useState<PickedTargets>({})
  const [charged, setCharged] = useState<ReadonlySet<number>>(new Set())
  const [act, setAct] = useState<{ act: Exclude<LineAct, 'confirm'>; line: BankLine } | null>(null)
  const query = useQuery(bankLinesQuery({ group, skip, text }))
  const confirm = useConfirm(() => setLeft(new Set()))
  const isCertain = group === 'certain'
  const confirmOne = (line: BankLine) => {
    const target = targetOf(line, { picked, charged })
    if (target) confirm.mutate([{ lineId: line.id, target }])
  }
  const confirmAll = (lines: readonly BankLine[]) =>
    confirm.mutate(
      lines.flatMap((line) => {
        const target = targetOf(line, { picked, charged })
        return target && !left.has(line.id) ? [{ lineId: line.id, target }] : []
      }),
    )
  const toggle = (id: number) => setLeft((now) => toggled(now, id))
  const close = () => setAct(null)
  return (
    <Page
      query={query}
      skeleton={<RowsSkeleton rows={5} />}
      isEmpty={({ lines }) => lines.length === 0}
      empty={<NoLines isFirst={Object.values(query.data?.counts ?? {}).every((count) => count === 0)} />}
    >
      {({ lines, total, isPartial }) => (
        <>
          {isPartial ? <Status kind="info">{t('partial')}</Status> : null}
          {isCertain ? (
            <Group justify="flex-end">
              <Button
                loading={confirm.isPending}
                disabled={lines.every(({ id }) => left.has(id))}
                onClick={() => confirmAll(lines)}
              >
                {t('confirmAll', { count: lines.filter(({ id }) => !left.has(id)).length })}
              </Button>
            </Group>
          ) : null}
          <Card
            padding={0}
            component="ul"
            className={classes.list ?? ''}
            aria-label={t(tabWords[group], { count: total })}
          >
            {lines.map((line) => (
              <LineRow
                key={line.id}
                line={line}
                picked={picked[line.id] ?? (line.choices.length === 1 ? 0 : null)}
                isBusy={confirm.isPending}
                onPick={(choice) => setPicked((now) => ({ ...now, [line.id]: choice }))}
                chargesFee={charged.has(line.id)}
                onChargeFee={() => setCharged((now) => toggled(now, line.id))}
                onAct={(next) => (next === 'confirm' ? confirmOne(line) : setAct({ act: next, line }))}
                mark={
                  isCertain ? <Mark line={line} isOn={!left.has(line.id)} onToggle={() => toggle(line.id)} /> : null
                }
              />
            ))}
          </Card>
          <PageRow skip={skip} shown={lines.length} total={total} onTurn={setSkip} />
          {act?.act === 'assign' ? <AssignLineDialog line={act.line} onClose={close} /> : null}
          {act?.act === 'split' ? <SplitDialog line={act.line} onClose={close} /> : null}
          {act?.act === 'aside' ? <AsideDialog line={act.line} onClose={close} /> : null}
          {act?.act === 'undo' ? <UndoLineDialog line={act.line} onClose={close} /> : null}
        </>
      )}
    </Page>
  )
}

const Mark = ({ line, isOn, onToggle }: { line: BankLine; isOn: boolean; onToggle: () => void }) => {
  const { t } = useTranslation('bank')
  const words = useLineWords()(line)
  return <Checkbox size="sm" aria-label={t('chooseLine', words)} checked={isOn} onChange={onToggle} />
}

const NoLines = ({ isFirst }: { isFirst: boolean }) => {
  const { t } = useTranslation('bank')
  return <Empty title={t(isFirst ? 'emptyTitle' : 'emptyGroup')} text={t(isFirst ? 'emptyText' : 'emptyGroupText')} />
}
