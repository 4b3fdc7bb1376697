import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { BankLine } from '@spacekeeper/contract/bank/shapes.ts'
import { Id } from '@spacekeeper/contract/route.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import type { PickedMember } from '../search/api.ts'
import { MemberPicker } from '../search/member-picker.tsx'
import { bank } from './api.ts'
import { useLineWords } from './line-row.tsx'

type Props = { line: BankLine; onClose: () => void }

export const assignKinds = ['dues', 'topUp', 'donation'] as const
export const assignWords = { dues: 'asDues', topUp: 'asTopUp', donation: 'asDonation' } as const

/** Books a line for a member that its reader finds. */
export const AssignLineDialog = ({ line, onClose }: Props) => {
  const { t } = useTranslation('bank')
  const { enableMemberBucks } = useSite().features
  const [member, setMember] = useState<PickedMember | null>(null)
  const [kind, setKind] = useState<(typeof assignKinds)[number]>('dues')
  const words = useLineWords()(line)
  const offered = assignKinds.filter((one) => one !== 'topUp' || enableMemberBucks)
  const book = async () => {
    if (!member) return
    const { refused } = await bank.confirmLines({
      lines: [{ lineId: line.id, target: { kind, memberId: member.id } }],
    })
    if (refused[0]) notify.failed(refused[0].detail)
    else notify.done({ text: t('assigned', { amount: words.amount, name: member.name }) })
  }
  return (
    <ConfirmDialog
      title={t('assignTitle')}
      text={`${words.amount}, ${words.day}. ${line.payerName} ${line.text}`}
      action={t('assignAction')}
      isReady={member !== null}
      run={book}
      onClose={onClose}
    >
      <MemberPicker {...requiredBy(Id)} onChoose={setMember} />
      <Stack gap={4}>
        <Text size="sm" fw={500} aria-hidden>
          {t('assignAs')}
        </Text>
        <SegmentedControl
          aria-label={t('assignAs')}
          value={kind}
          onChange={setKind}
          data={offered.map((value) => ({ value, label: t(assignWords[value]) }))}
        />
      </Stack>
    </ConfirmDialog>
  )
}
