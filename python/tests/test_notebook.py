"""In a notebook a bar is shown, results show themselves, and interrupting the kernel keeps draws."""

import pathlib
import time

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[1] / "notebooks"


def test_the_notebook_runs_and_shows():
    pytest.importorskip("arviz")
    notebook = nbformat.read(NOTEBOOKS / "occupancy.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    shown = "\n".join(
        output.data.get("text/html", output.data.get("text/plain", ""))
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "data" in output
    )
    for piece in ("tandem.Model", "dbern(psi[i])", "52 of z", "100% sampling", "tandem.Posterior", "ess_bulk", "elpd_loo", "site 3"):
        assert piece in shown, piece
    assert "<iframe srcdoc=" in shown and "(4, 1000, 100)" in shown


def test_an_interrupted_kernel_keeps_draws():
    from jupyter_client.manager import KernelManager

    kernel = KernelManager()
    kernel.start_kernel()
    client = kernel.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        client.execute(
            "import tandem\n"
            "model = tandem.Model('model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1) }')\n"
            "posterior = model.sample({'y': 1}, draws=100000, thin=5000, warmup=50, chains=1)\n"
            "print('kept', posterior.stopped, posterior.draws > 0)"
        )
        printed, bars, interrupted = "", 0, False
        end = time.monotonic() + 120
        while "kept" not in printed and time.monotonic() < end:
            message = client.get_iopub_msg(timeout=60)
            kind, content = message["msg_type"], message["content"]
            assert kind != "error", "\n".join(content.get("traceback", []))
            if kind == "stream":
                printed += content["text"]
            if kind in ("display_data", "update_display_data") and "<progress" in content["data"].get("text/html", ""):
                bars += 1
                # Some seconds into sampling there are draws to keep.
                if "sampling" in content["data"]["text/html"] and not interrupted and bars > 20:
                    interrupted = True
                    kernel.interrupt_kernel()
        assert printed.strip() == "kept True True" and bars > 20
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)
