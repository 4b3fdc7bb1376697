import { Group, Text, Button } from '@mantine/core'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { removeMemberPin } from '../api.ts'

type Props = { memberId: number; setAt: string | null; canChange: boolean }

/** Whether a member has a PIN, and a way to remove it when it is forgotten. */
export const MemberPinRow = ({ memberId, setAt, canChange }: Props) => {
  const { t } = useTranslation('kiosks')
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeMemberPin(memberId),
    onSuccess: () => notify.done({ text: t('memberPinRemoved') }),
    onError: notify.failed,
    onSettled: refreshOnRefusal('kiosks'),
  })
  return (
    <Group justify="space-between" gap="sm" mt="md">
      <Text size="sm" c="dimmed">
        {setAt === null ? t('memberPinNone') : t('memberPinSet', { moment: formatDay(setAt) })}
      </Text>
      {setAt !== null && canChange ? (
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
          {t('memberPinRemove')}
        </Button>
      ) : null}
    </Group>
  )
}
