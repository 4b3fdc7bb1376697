import { Text, Group, Button, Anchor } from '@mantine/core'
import type { ChatState, ChatWebhook } from '@spacekeeper/contract/settings/shapes.ts'
import { chatWebhooks } from '@spacekeeper/contract/settings/words.ts'
import { useId, useState } from 'react'
import { SavedState } from '#platform/form/saved-state.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { GuidedText } from '#platform/ui/guided-text.tsx'
import { ChatStateRow } from './chat-state-row.tsx'
import { SettingField } from './fields/setting-field.tsx'
import { type KnownSetting, useSettingField, type SettingField as Field } from './fields/use-setting-field.ts'
import { SettingChangesDialog } from './setting-changes-dialog.tsx'
import { settingOf, settingKind, titleOf } from './setting-kind.ts'
import { useDescribedValues } from './setting-words.ts'
import { SignInRuleDialog } from './visit-rule-dialog.tsx'
import { type SignInState, useSignInQuestion } from './visit-rule-question.ts'
import classes from './settings.module.css'

/** Its address is a setting; how its posts fare stands below. */
export const isWebhook = (key: string): key is ChatWebhook => Object.hasOwn(chatWebhooks, key)

type SettingRowProps = { setting: KnownSetting; signIn: SignInState; chats: readonly ChatState[] }

/** One setting: its field, what became of the last change, its default, and who changed it. */
export const SettingRow = ({ setting, isAdmin, ...facts }: SettingRowProps & { isAdmin: boolean }) => {
  const isForOthers = !isAdmin && settingOf(setting.key).isForAdmins === true
  return isForOthers ? <FixedRow setting={setting} /> : <OpenRow setting={setting} {...facts} />
}

/** A setting that its reader does not change. */
const FixedRow = ({ setting }: { setting: KnownSetting }) => {
  const { t } = useTranslation('settings')
  const words = useDescribedValues()
  const { key, value } = setting
  const isSecret = settingKind(key) === 'secret'
  return (
    <li className={classes.row} id={key}>
      <Text fw={500}>{titleOf(key)}</Text>
      <Text size="sm" c="dimmed">
        <GuidedText text={settingOf(key).help} />
      </Text>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {isSecret ? t(setting.isSet ? 'secretSet' : 'secretNotSet') : words(key, value)}
      </Text>
      <div className={classes.below}>
        <Text size="sm" c="dimmed">
          {t('forAdmins')}
        </Text>
        <LastChange setting={setting} />
      </div>
    </li>
  )
}

const OpenRow = ({ setting, signIn, chats }: SettingRowProps) => {
  const { field, asked, close } = useSignInQuestion(setting, useSettingField(setting), signIn)
  const id = useId()
  const hasDefault = settingKind(setting.key) !== 'secret'
  return (
    <li className={classes.row} id={setting.key}>
      <SettingField setting={setting} field={field} describedBy={id} />
      {isWebhook(setting.key) && setting.isSet ? (
        <ChatStateRow webhook={setting.key} chat={chats.find(({ key }) => key === setting.key)} />
      ) : null}
      <div className={classes.below}>
        <SavedState field={field} id={id} />
        {hasDefault ? <Default setting={setting} field={field} /> : null}
        <LastChange setting={setting} />
      </div>
      {asked ? <SignInRuleDialog change={asked.change} onConfirm={asked.confirm} onClose={close} /> : null}
    </li>
  )
}

type Props = { setting: KnownSetting; field: Field }

const Default = ({ setting, field }: Props) => {
  const { t } = useTranslation('settings')
  const words = useDescribedValues()
  if (!setting.isSet) return null
  return (
    <Group gap={4}>
      <Text size="sm" c="dimmed">
        {t('defaultIs', { value: words(setting.key, settingOf(setting.key).default) })}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('toDefaultOf', { title: titleOf(setting.key) })}
        onClick={field.reset}
      >
        {t('toDefault')}
      </Button>
    </Group>
  )
}

const LastChange = ({ setting: { key, changedAt, changedBy } }: { setting: KnownSetting }) => {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  if (changedAt === null) return null
  const moment = formatMoment(changedAt)
  return (
    <Text component="div" size="sm" c="dimmed">
      {changedBy === null ? t('changed', { moment }) : t('changedBy', { moment, name: changedBy })}{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
        {t('historyOf', { title: titleOf(key) })}
      </Anchor>
      <SettingChangesDialog settingKey={key} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Text>
  )
}
