import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#platform/session/session.ts'
import { useSetVisibility } from './api.ts'

/** The member's own choice to be left out where members see each other come and go. Saved at once. */
export const VisibilityField = () => {
  const { t } = useTranslation('visits')
  const isHidden = useProfile()?.isHiddenFromMembers ?? false
  const { mutate, isPending } = useSetVisibility()
  return (
    <Switch
      label={t('hideMe')}
      aria-label={t('hideMe')}
      description={t('hideMeText')}
      checked={isHidden}
      aria-busy={isPending}
      onChange={(event) => !isPending && mutate(event.currentTarget.checked)}
    />
  )
}
