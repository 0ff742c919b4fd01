"""Ready-made changes of the workshop: a list of sentences with blanks, controls for the blanks, a preview, a button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import SPACE, ComboBox, SpinBox, button, label, row, scroll_area, set_item_tip, set_tip
from app.workshop.answers import ServiceAnswers
from app.workshop.editor import RulesEditor
from dsl.i18n.problem_texts import answer_text
from dsl.i18n.translations import languages
from dsl.language_service import messages as m

_PAUSE = 300  #: milliseconds after the last change of a blank before the preview is made
_SHOWN_LETTERS = 16  #: of a combo box
_ROWS, _LEAST_ROWS = 5, 2  #: sentences that are shown without scrolling, and in a low window
_PREVIEW_LINES = 7
_CODE = "`"  #: a sentence that quotes the rules says no more than the preview of the text

_Control = QComboBox | QSpinBox | QLineEdit


class TemplateForm(QWidget):
    """List of the ready-made changes that the rules have something for, with the blanks of the chosen one.

    What the blanks may be comes from the language service, and so does the text; it is checked before it is offered.

    Signals:
        change_requested: The house rule gets a new text; carries it, and the edits of its words in each language. The
            receiver takes all of it as one step.
        settled: The change that was to be inserted no longer waits; carries whether it is in the text.
    """

    change_requested = Signal(str, tuple)
    settled = Signal(bool)

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._texts = texts
        self._answers: ServiceAnswers | None = None
        self._file = ""
        self._stale = False  #: the list is to be read when the form is shown
        self._templates: tuple[m.Template, ...] = ()
        self._send: Callable[[], object] = lambda: None  #: gives the service what was typed
        self._wanted: m.FillTemplate | None = None  #: what is inserted as soon as its text is there
        self.controls: dict[str, _Control] = {}
        self._captions: dict[str, QWidget] = {}
        self.list, self.sentence = QListWidget(), label("strong", wraps=True)
        self.words, self.problem = label("soft", wraps=True), label("notice", wraps=True)
        self.preview = RulesEditor(read_only=True)
        self.insert = button("primary")
        self._blanks = QWidget()
        self._form = QFormLayout(self._blanks)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._lay_out()
        self._pause.timeout.connect(self._ask_preview)
        self.list.currentRowChanged.connect(self._choose)
        self.insert.clicked.connect(self._insert)
        self.setFocusProxy(self.list)
        self.retranslate()

    def _lay_out(self) -> None:
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows = [count * (self.fontMetrics().height() + 16) + 12 for count in (_LEAST_ROWS, _ROWS)]
        self.list.setMinimumHeight(rows[0])
        self.list.setMaximumHeight(rows[1])
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.preview.setFixedHeight(_PREVIEW_LINES * self.preview.fontMetrics().lineSpacing() + 16)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, SPACE, 0)
        column.setSpacing(SPACE)
        for part in (self.sentence, self._blanks, self.preview, self.words):
            column.addWidget(part)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, SPACE, 0, 0)
        whole.setSpacing(SPACE)
        whole.addWidget(self.list)
        whole.addWidget(scroll_area(inside), 1)
        whole.addWidget(self.problem)
        whole.addLayout(row(self.insert, stretch_after=0))

    # ---- the list ----

    def set_service(
        self, answers: ServiceAnswers | None, file: str = "", send: Callable[[], object] = lambda: None
    ) -> None:
        """Ask this service about the house rule of that name from now on; None: no house rule is open. `send` gives the
        service the text of the house rule as it is."""
        self._answers, self._file, self._send, self._wanted = answers, file, send, None
        self._pause.stop()
        self._show_templates(m.TemplateList(()))
        if answers is not None:
            self.sentence.setText(self._texts("template.looking"))  # until the list is there
            self.refresh()

    def refresh(self) -> None:
        """Read the list again, after the text has changed; while the form is hidden, when it is next shown."""
        self._stale = not self.isVisible()
        if self._answers is not None and not self._stale:
            self._answers.ask("templates", m.ListTemplates(self._file, self._texts.language), self._take_list)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget: read the list if it has changed."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _take_list(self, answer: m.Answer) -> None:
        if isinstance(answer, m.TemplateList):
            self._show_templates(answer)

    def _show_templates(self, found: m.TemplateList) -> None:
        if found.items == self._templates and not found.why:
            self._say("")
            if found.items:
                self._ask_preview()  # the text around it is another
            else:
                self._changed()
            return
        chosen, values = self.current, self.values
        self._templates = found.items
        kept = QSignalBlocker(self.list)
        self.list.clear()
        for template in found.items:
            QListWidgetItem(self._said(template, {}), self.list)
        names = [template.name for template in found.items]
        self.list.setCurrentRow(names.index(chosen.name) if chosen is not None and chosen.name in names else 0)
        kept.unblock()
        self._choose(self.list.currentRow())
        for name, value in values.items():
            self._set(name, value)
        self._say(self._texts("controls.broken", why=answer_text(found.why, self._texts.language)) if found.why else "")

    @property
    def current(self) -> m.Template | None:
        """The template that is chosen."""
        number = self.list.currentRow()
        return self._templates[number] if 0 <= number < len(self._templates) else None

    # ---- the blanks ----

    @property
    def values(self) -> dict[str, str]:
        """What stands in the blanks, by their names."""
        return {name: self._value(control) for name, control in self.controls.items()}

    def _choose(self, _row: int) -> None:
        """Make the controls for the blanks of the chosen template."""
        while self._form.rowCount():
            self._form.removeRow(0)
        self.controls, self._captions = {}, {}
        self.preview.clear()  # it was the text of another template
        self.words.setText("")
        template = self.current
        for blank in template.blanks if template is not None else ():
            caption = label("soft")
            caption.setText(self._texts(f"template.blank.{blank.name}"))
            control = self._make(blank)
            control.setAccessibleName(caption.text())
            self._form.addRow(caption, control)
            self.controls[blank.name], self._captions[blank.name] = control, caption
        self._fit_choices()
        self._changed()

    def _make(self, blank: m.Blank) -> _Control:
        match blank.kind:
            case "number":
                number = SpinBox()
                number.setRange(blank.least, blank.most)
                number.setValue(int(blank.value or "1"))
                number.valueChanged.connect(self._changed)
                return number
            case "sentence":
                line = QLineEdit(self._texts(f"template.default.{blank.name}"))
                line.setCursorPosition(0)
                line.textChanged.connect(self._changed)
                return line
            case "choice":
                choice = ComboBox()
                choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
                choice.setMinimumContentsLength(_SHOWN_LETTERS)
                choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
                choice.currentIndexChanged.connect(self._fit_choices)
                choice.currentIndexChanged.connect(self._changed)
                return choice

    def _fit_choices(self) -> None:
        """Offer in each blank what fits what stands in the others."""
        template = self.current
        for blank in template.blanks if template is not None else ():
            box = self.controls.get(blank.name)
            if not isinstance(box, QComboBox):
                continue
            values = self.values.values()
            fitting = [each for each in blank.choices if not each.of or each.of in values]
            if [box.itemData(index) for index in range(box.count())] != [each.value for each in fitting]:
                chosen = box.currentData()
                kept = QSignalBlocker(box)
                box.clear()
                for each in fitting:
                    box.addItem(self._label(each), each.value)
                    set_item_tip(box, box.count() - 1, self._label(each))
                box.setCurrentIndex(max(0, box.findData(chosen)))
                kept.unblock()

    def _label(self, choice: m.BlankChoice) -> str:
        """Return a choice as players read it."""
        word = choice.value.partition(" ")[0]
        if word == "choose":
            return self._texts("template.choice.choose", action=choice.label)
        return choice.label or self._texts(f"template.choice.{word}")

    def _set(self, name: str, value: str) -> None:
        control = self.controls.get(name)
        match control:
            case QComboBox() if control.findData(value) >= 0:
                control.setCurrentIndex(control.findData(value))
            case QSpinBox():
                control.setValue(int(value))
            case QLineEdit():
                control.setText(value)
                control.setCursorPosition(0)

    def _value(self, control: _Control) -> str:
        match control:
            case QComboBox():
                return str(control.currentData() or "")
            case QSpinBox():
                return str(control.value())
            case QLineEdit():
                return control.text()

    def _said(self, template: m.Template, shown: dict[str, str | int]) -> str:
        """Return the sentence of a template; blanks without a value are left open."""
        values: dict[str, str | int] = {blank.name: shown.get(blank.name, "…") for blank in template.blanks}
        return self._texts(f"template.{template.name}", **values)

    def _shown_values(self) -> dict[str, str | int]:
        shown: dict[str, str | int] = {}
        for name, control in self.controls.items():
            shown[name] = control.value() if isinstance(control, QSpinBox) else (
                control.currentText() if isinstance(control, QComboBox) else control.text()
            )  # fmt: skip
        return shown

    # ---- the preview ----

    def _changed(self) -> None:
        template = self.current
        self.sentence.setText(self._said(template, self._shown_values()) if template is not None else "")
        self.insert.setEnabled(template is not None and not self.is_inserting)
        self.preview.setVisible(template is not None)
        self._pause.start()

    def _question(self) -> m.FillTemplate | None:
        """Return the question for the text with the chosen template as it is filled in."""
        template = self.current
        if template is None:
            return None
        return m.FillTemplate(self._file, template.name, tuple(self.values.items()), self._texts.language)

    def _ask_preview(self) -> None:
        question = self._question()
        if self._answers is not None and question is not None and self.isVisible():
            self._answers.ask("template", question, partial(self._take_preview, question.name))

    def _take_preview(self, name: str, answer: m.Answer) -> None:
        if self.current is None or self.current.name != name:
            return
        if isinstance(answer, m.Failed):
            self._refuse("workshop.no_answer", problem=answer.why)
            self.insert.setEnabled(not self.is_inserting)
        elif isinstance(answer, m.FilledTemplate):
            self.preview.setPlainText(answer.lines.rstrip("\n"))
            said = [each for each in answer.sentences if _CODE not in each]
            if answer.words:
                names = (languages()[each.place.file.rpartition(".")[2]] for each in answer.words)
                said.append(self._texts("template.words", languages=", ".join(names)))
            self.words.setText("\n".join(f"• {each}" for each in said))
            self.words.setVisible(bool(self.words.text()))
            if answer.refused:
                self._refuse("template.refused", why=answer.refused)
            else:
                self._say("")
            self.insert.setEnabled(not answer.refused and not self.is_inserting)

    # ---- inserting ----

    @property
    def is_inserting(self) -> bool:
        """Whether a change that is to be inserted is not in the text yet."""
        return self._wanted is not None

    def _insert(self) -> None:
        """Ask for the text once more, since the house rule may be another than for the preview, and insert it. What is
        filled in meanwhile belongs to the next change."""
        self._wanted = self._question()
        self.insert.setEnabled(False)  # until the text is there
        self._ask_wanted()

    def _ask_wanted(self) -> None:
        if self._answers is not None and self._wanted is not None:
            self._send()
            receiver = partial(self._take_wanted, self._answers.text(self._file))
            self._answers.ask("inserted template", self._wanted, receiver)

    def _take_wanted(self, text: str, answer: m.Answer) -> None:
        """Insert the change, unless more was typed than the `text` to which it was added; then ask again."""
        self._send()
        if self._answers is not None and self._answers.text(self._file) != text:
            self._ask_wanted()
            return
        self._wanted = None
        self.insert.setEnabled(self.current is not None)
        inserted = isinstance(answer, m.FilledTemplate) and not answer.refused
        match answer:
            case m.Failed(why):
                self._refuse("workshop.no_answer", problem=why)
            case m.FilledTemplate(refused=why) if why:
                self._refuse("template.refused", why=why)
            case m.FilledTemplate():
                self.change_requested.emit(answer.text, answer.words)
        self.settled.emit(inserted)

    def _refuse(self, key: str, **values: object) -> None:
        self._say(self._texts(key, **values))

    def _say(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    # ---- appearance ----

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.preview.set_theme(theme)

    def retranslate(self) -> None:
        """Update all texts to the current language."""
        texts = self._texts
        self.list.setAccessibleName(texts("template.list"))
        self.insert.setText(texts("template.insert"))
        set_tip(self.insert, texts("template.insert.tip"))
        self.preview.setAccessibleName(texts("template.preview"))
        self._templates = ()
        self.refresh()
