import { Button, Group, List, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { PlanMove, type PlanMovePreview } from '@spacekeeper/contract/billing/staff-shapes.ts'
import type { PlanOverview, TierOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { parseCount } from '#platform/form/amounts.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { typedNumber } from '#platform/form/typed-number.ts'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { movePages, movePlanMembers, movePreviewQuery, type MoveChoice } from './api.ts'
import { usePrice } from './plan-price.ts'

const usualNotice = 14

const TypedNotice = typedNumber(PlanMove.shape.noticeDays, {
  read: parseCount,
  words: () => describeKey('plans:noticeWrong'),
})

const words = (count: number) => ({ count, formatted: formatNumber(count) })

type Props = { plan: PlanOverview; tiers: readonly TierOverview[]; onClose: () => void }

/** Moves everyone of a plan to what a plan costs today, after it was said who pays what from when. */
export const MovePlanDialog = ({ plan, tiers, onClose }: Props) => {
  const { t } = useTranslation('plans')
  const price = usePrice()
  const targets = tiers
    .flatMap(({ plans }) => plans)
    .filter(({ archivedAt, currency }) => archivedAt === null && currency === plan.currency)
  const [toPlanId, setTarget] = useState(plan.archivedAt === null ? plan.id : (targets[0]?.id ?? plan.id))
  const [notice, setNotice] = useState(String(usualNotice))
  const { data: noticeDays, error: wrongNotice } = TypedNotice.safeParse(notice)
  return (
    <BigDialog title={t('moveTitle', { name: plan.name })} onClose={onClose}>
      <Stack gap="md">
        <RequiredMarks mb={0} />
        <Group grow align="flex-start" gap="sm">
          <NativeSelect
            label={t('moveTo')}
            value={String(toPlanId)}
            onChange={(event) => setTarget(Number(event.currentTarget.value))}
            data={targets.map((one) => ({
              value: String(one.id),
              label: `${one.id === plan.id ? t('moveSame', { name: one.name }) : one.name}: ${price(one)}`,
            }))}
          />
          <TextInput
            label={t('noticeDays')}
            {...requiredBy(TypedNotice)}
            description={t('noticeHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            inputMode="numeric"
            autoComplete="off"
            value={notice}
            error={wrongNotice?.issues[0]?.message}
            onChange={(event) => setNotice(event.currentTarget.value)}
          />
        </Group>
        {noticeDays === undefined ? null : (
          <Preview
            key={`${toPlanId} ${noticeDays}`}
            choice={{ planId: plan.id, toPlanId, noticeDays }}
            onDone={onClose}
          />
        )}
      </Stack>
    </BigDialog>
  )
}

const Preview = ({ choice, onDone }: { choice: MoveChoice; onDone: () => void }) => {
  const { t } = useTranslation('plans')
  const [page, setPage] = useState(0)
  const query = useQuery(movePreviewQuery(choice, page))
  const save = useMutation({
    mutationFn: (fingerprint: string) => movePlanMembers({ ...choice, fingerprint }),
    onSuccess: ({ moved }) => {
      notify.done({ text: t('moved', words(moved)) })
      onDone()
    },
    onError: (error) => {
      if (hasCode(error, 'previewOutdated')) void query.refetch()
    },
  })
  return (
    <Stack gap="md" component="section" aria-labelledby="plan-moves" aria-live="polite">
      <Title order={2} id="plan-moves">
        {t('preview')}
      </Title>
      <Page query={query}>
        {(preview) => (
          <>
            <Meaning preview={preview} />
            {preview.count > 0 ? <WhoPaysWhat preview={preview} page={page} onPage={setPage} /> : null}
            <LeftOut leftOut={preview.leftOut} />
            <FormError>{save.error ? errorText(save.error) : null}</FormError>
            <Group justify="flex-end">
              <Button
                loading={save.isPending}
                disabled={query.isFetching || preview.count === 0}
                onClick={() => save.mutate(preview.fingerprint)}
              >
                {t('doMove', words(preview.count))}
              </Button>
            </Group>
          </>
        )}
      </Page>
    </Stack>
  )
}

const Meaning = ({ preview }: { preview: PlanMovePreview }) => {
  const { t } = useTranslation('plans')
  const money = useMoney()
  const { count, currency, monthlyBeforeCents, monthlyAfterCents } = preview
  return (
    <Stack gap={4}>
      <Text>{t('moves', words(count))}</Text>
      {count > 0 ? (
        <Text size="sm" c="dimmed">
          {t('movesMonthly', {
            before: money(monthlyBeforeCents, currency),
            after: money(monthlyAfterCents, currency),
          })}
        </Text>
      ) : null}
    </Stack>
  )
}

type PageProps = { preview: PlanMovePreview; page: number; onPage: (page: number) => void }

const WhoPaysWhat = ({ preview: { members, count, currency }, page, onPage }: PageProps) => {
  const { t } = useTranslation('plans')
  const money = useMoney()
  const pages = movePages(count)
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('member')}</Table.Th>
            <Table.Th>{t('pays')}</Table.Th>
            <Table.Th>{t('moveFrom')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map(({ memberId, name, fromCents, toCents, startsOn }) => (
            <Table.Tr key={memberId}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              <Table.Td>{t('movePays', { from: money(fromCents, currency), to: money(toCents, currency) })}</Table.Td>
              <Table.Td>{formatCalendarDay(startsOn)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {pages > 1 ? (
        <Group justify="center" gap="sm">
          <Button size="xs" variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </Button>
          <Text size="sm">{t('page', { page: page + 1, pages })}</Text>
          <Button size="xs" variant="default" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
            {t('next')}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

const LeftOut = ({ leftOut }: Pick<PlanMovePreview, 'leftOut'>) => {
  const { t } = useTranslation('plans')
  if (leftOut.length === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('leftOut')}
      </Text>
      <List size="sm" c="dimmed">
        {leftOut.map(({ why, count }) => (
          <List.Item key={why}>{t(`why_${why}`, words(count))}</List.Item>
        ))}
      </List>
    </Stack>
  )
}
