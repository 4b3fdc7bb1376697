import { Anchor, Button, Popover, Stack, Switch, Text } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSetVisibility } from './api.ts'
import classes from './last-seen.module.css'

/** Beside a list of members: by which name one stands in it, and whether. Not on kiosks, which others read as well. */
export const VisibilityPicker = () => {
  const { t } = useTranslation('visits')
  const profile = useProfile()
  if (useIsKiosk() || !profile) return null
  return (
    <Popover position="bottom-end" width={320} shadow="md" radius="lg" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="sm"
          px={10}
          className={classes.picker ?? ''}
          leftSection={<IconEye size={18} stroke={1.7} aria-hidden />}
        >
          {t('whoSeesMe')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('whoSeesMe')}>
        <Stack gap={12}>
          <Text size="sm">
            <Trans t={t} i18nKey="seenAs" values={{ name: profile.shownName }} components={{ strong: <strong /> }} />{' '}
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

/** Marks a member who is not shown to other members in this list. */
export const HiddenBadge = () => {
  const { t } = useTranslation('visits')
  return (
    <span className={classes.hidden}>
      <IconEyeOff size={16} stroke={1.7} aria-hidden />
      {t('hidden')}
    </span>
  )
}
