import { Card, Stack, Title, Text, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { notify } from '#platform/ui/notify.tsx'
import { saveProfile } from './api.ts'

/** Staff asked this member to check their details. Gone with the first save. */
export const UpdateRequiredCard = ({ isOnProfile = false }: { isOnProfile?: boolean }) => {
  const { t } = useTranslation('profile')
  const profile = useProfile()
  if (!profile?.updateProfileRequired) return null
  return (
    <Card component="section" aria-labelledby="update-required">
      <Stack gap="xs" align="flex-start">
        <Title order={2} id="update-required">
          {t('updateHeading')}
        </Title>
        <Text c="dimmed">{t(isOnProfile ? 'updateText' : 'updateTextShort')}</Text>
        {isOnProfile ? (
          <Confirm />
        ) : (
          <Button size="xs" component={Link} to="/account/profile" variant="default">
            {t('updateOpen')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

const Confirm = () => {
  const { t } = useTranslation('profile')
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveProfile({}),
    onSuccess: () => notify.done({ text: t('updateDone') }),
    onError: notify.failed,
  })
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {t('updateConfirm')}
    </Button>
  )
}
