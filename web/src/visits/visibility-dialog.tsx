import { Anchor, Popover, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useChosen } from '#platform/form/use-chosen.ts'
import { Trans } from '#platform/i18n/trans.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { type OpeningProps, useOpenAtOnce } from '#platform/ui/late-opening.tsx'
import { useSetVisibility } from './api.ts'

/** By which name the caller stands in a list of members, and whether. */
export const VisibilityDialog = ({ face }: OpeningProps) => {
  const { ref, ...opening } = useOpenAtOnce()
  const { t } = useTranslation('visits')
  const profile = useProfile()
  if (!profile) return null
  return (
    <Popover {...opening} position="bottom-end" width={320} shadow="md" radius="lg" trapFocus returnFocus>
      <Popover.Target>{face({ ref })}</Popover.Target>
      <Popover.Dropdown aria-label={t('whoSeesMe')}>
        <Stack gap={12}>
          <Text size="sm">
            <Trans
              ns="visits"
              i18nKey="seenAs"
              values={{ name: profile.shownName }}
              components={{ strong: <strong /> }}
            />{' '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/account/profile" hash="other-members" {...props} />}
            >
              {t('chooseName')}
            </Anchor>
          </Text>
          <VisibilityField />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The member's own choice to be left out where members see each other come and go. Saved at once. */
export const VisibilityField = () => {
  const { t } = useTranslation('visits')
  const isHidden = useProfile()?.isHiddenFromMembers ?? false
  const { mutateAsync, isPending } = useSetVisibility()
  const hide = useChosen(isHidden, (wanted) => mutateAsync(wanted))
  return (
    <Switch
      label={t('hideMe')}
      aria-label={t('hideMe')}
      description={t('hideMeText')}
      checked={hide.shown}
      aria-busy={isPending}
      onChange={(event) => !isPending && hide.choose(event.currentTarget.checked)}
    />
  )
}
