import { UnstyledButton } from '@mantine/core'
import { IconArrowBigUp, IconBackspace } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useHasKeyboard } from './kept-keyboard.ts'
import { deleteFrom, fieldAfter, goOnFrom, typeInto, type KeyedField, useTypedField } from './screen-typing.ts'
import classes from './screen-keyboard.module.css'

type Layer = 'letters' | 'digits'

/** Each layer without and with Shift; together every sign that passwords are made of, and the letters of neighbours. */
const layers = {
  letters: [
    ['qwertyuiop', 'asdfghjkl@', 'zxcvbnm.'],
    ['QWERTYUIOP', 'ASDFGHJKL@', 'ZXCVBNM.'],
  ],
  digits: [
    ['1234567890', '!?#$%&*()@', ".,+=/:;'"],
    ['[]{}<>^~|\\', '`"€£äöüßéè', '°ÄÖÜøåñç'],
  ],
} as const

/** Keys to tap, at the foot of a shared screen without a keyboard, while there is a field to type into. */
export const ScreenKeyboard = () => {
  const hasKeyboard = useHasKeyboard()
  const field = useTypedField(!hasKeyboard)
  useEffect(() => {
    if (!field) return undefined
    document.documentElement.dataset['keyboard'] = ''
    field.scrollIntoView({ block: 'center' })
    return () => {
      delete document.documentElement.dataset['keyboard']
    }
  }, [field])
  return field ? <Keys key={field.dataset['typed']} field={field} /> : null
}

const Keys = ({ field }: { field: KeyedField }) => {
  const { t } = useTranslation('kiosks')
  const [layer, setLayer] = useState<Layer>(field.dataset['typed'] === 'digits' ? 'digits' : 'letters')
  const [isShifted, setShifted] = useState(false)
  const [first, second, third] = layers[layer][isShifted ? 1 : 0]
  const type = (text: string) => {
    typeInto(field, text)
    if (layer === 'letters') setShifted(false)
  }
  const change = () => {
    setLayer(layer === 'letters' ? 'digits' : 'letters')
    setShifted(false)
  }
  const keysOf = (row: string) => Array.from(row, (text) => <Key key={text} label={text} onTap={() => type(text)} />)
  return (
    <section className={classes.keyboard} aria-label={t('screenKeyboard')}>
      <div className={classes.row}>{keysOf(first)}</div>
      <div className={classes.row}>{keysOf(second)}</div>
      <div className={classes.row}>
        <Key label={t('keyShift')} isPressed={isShifted} onTap={() => setShifted(!isShifted)}>
          <IconArrowBigUp size={28} stroke={1.7} aria-hidden />
        </Key>
        {keysOf(third)}
        <Key label={t('keyDelete')} onTap={() => deleteFrom(field)}>
          <IconBackspace size={28} stroke={1.7} aria-hidden />
        </Key>
      </div>
      <div className={classes.row}>
        <Key label={t(layer === 'letters' ? 'keyDigits' : 'keyLetters')} width={2} onTap={change} />
        <Key label="-" onTap={() => type('-')} />
        <Key label={t('keySpace')} width={4} onTap={() => type(' ')} />
        <Key label="_" onTap={() => type('_')} />
        <Key label={t(fieldAfter(field) ? 'keyNext' : 'keyDone')} width={2} isMain onTap={() => goOnFrom(field)} />
      </div>
    </section>
  )
}

type KeyProps = {
  label: string
  width?: number
  isMain?: boolean
  isPressed?: boolean
  onTap: () => void
  children?: ReactNode
}

/** Not reached by Tab: who has a Tab key has a keyboard. The field keeps the focus. */
const Key = ({ label, width = 1, isMain, isPressed, onTap, children }: KeyProps) => (
  <UnstyledButton
    className={classes.key}
    tabIndex={-1}
    style={{ flexGrow: width }}
    data-main={isMain || undefined}
    data-pressed={isPressed || undefined}
    aria-label={children ? label : undefined}
    aria-pressed={isPressed}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onTap}
  >
    {children ?? label}
  </UnstyledButton>
)
