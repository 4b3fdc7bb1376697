import { Card, Stack, Title } from '@mantine/core'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { SavedSwitch } from '#platform/form/saved-switch.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { saveProfile } from './api.ts'

/** Whether members get what staff write to many. */
export const NewsCard = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profile')
  return (
    <Card component="section" aria-labelledby="news">
      <Stack gap={14}>
        <Title order={2} id="news">
          {t('newsHeading')}
        </Title>
        <SavedSwitch
          name="wantsNews"
          label={t('newsLabel')}
          description={t('newsHint')}
          value={profile.wantsNews}
          save={(wantsNews) => saveProfile({ wantsNews })}
        />
      </Stack>
    </Card>
  )
}
